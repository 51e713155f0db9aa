/**
 * A check inside a real n8n against n8n's own nodes: node time as n8n records it, in production executions of one process that
 * take turns, over one page of 96 trades with a new body each round; then the memory of n8n, a fresh process for each.
 *   npm run bench -- n8n
 */
import { endChildrenOnSignals, stopAll } from '../../scripts/processes.mjs';
import { opponents } from './n8n/opponents.mjs';
import { prepareN8n } from './n8n/running.mjs';
import { openTrades } from './n8n/tradesSite.mjs';

const ROUNDS = Number(process.argv[2] ?? 21);
const WARM_UP = 8;
const TIME_AT_MOST = 0.1;
const MEMORY_AT_MOST = 1;

endChildrenOnSignals();
const site = await openTrades();
const n8n = await prepareN8n();
const all = opponents(site.url);

const times = await measureTime();
const memory = [];
for (const opponent of all) memory.push(await measureMemory(opponent));
await site.close();
await stopAll();
process.exitCode = report() ? 0 : 1;

/** Per opponent: the milliseconds of each node of each round. */
async function measureTime() {
  const running = await n8n.start();
  const workflows = [];
  for (const opponent of all)
    workflows.push({ ...opponent, ...(await running.produce(opponent)), rounds: [] });
  for (const { measured } of workflows) await measured();
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const before = new Set(site.ids());
    site.publish(1 + (Math.abs(round) % 4));
    const fresh = site.ids().filter((id) => !before.has(id));
    // each of them is first in one of three rounds
    const turn = ((round % workflows.length) + workflows.length) % workflows.length;
    for (const workflow of [...workflows.slice(turn), ...workflows.slice(0, turn)]) {
      await workflow.run();
      const { ms, ids } = await workflow.measured();
      if (ids.toSorted().join() !== fresh.toSorted().join())
        throw new Error(`${workflow.name}: reported ${ids}, published were ${fresh}`);
      if (round >= 0) workflow.rounds.push(ms);
    }
  }
  await running.stop();
  return workflows.map(({ rounds }) => rounds);
}

/** In bytes: resident before, its peak over the checks, and the heap that is in use after them. */
async function measureMemory(opponent) {
  const running = await n8n.start();
  const { run, deactivate } = await running.produce(opponent);
  const checks = async (count) => {
    for (let k = 0; k < count; k += 1) {
      site.publish(2);
      await run();
    }
  };
  await checks(WARM_UP);
  const { rss } = await running.settle();
  await checks(ROUNDS);
  const peak = running.peaks();
  const { heapUsed } = await running.settle();
  await deactivate();
  await running.stop();
  return { rss, ...peak, heapUsed };
}

/** Prints the section; whether the targets are met. */
function report() {
  const sum = (ms) => ms.reduce((a, b) => a + b, 0);
  const totals = times.map((rounds) => median(rounds.map(sum)));
  const [chain, , ours] = totals;
  const mb = (bytes) => (bytes / 2 ** 20).toFixed(0);
  console.log(`## A check inside n8n\n`);
  console.log(
    `One n8n process, production executions, ${ROUNDS} rounds after ${WARM_UP} to warm up, in turns; a page of 96 trades, ${site.kilobytes().toFixed(0)} KB, with a new body and 1 to 4 new trades each round. ` +
      'Milliseconds as n8n records them for each node, medians.\n',
  );
  console.log('| check | node time (ms) | of the chain | by node |\n| --- | --: | --: | --- |');
  all.forEach(({ what, measured }, k) => {
    const byNode = measured.map((name, n) => `${name} ${median(times[k].map((ms) => ms[n]))}`).join(', ');
    console.log(`| ${what} | ${totals[k]} | ${(totals[k] / chain).toFixed(3)} | ${byNode} |`);
  });
  console.log(
    `\nWanted of WebMonitor: at most ${TIME_AT_MOST} of the chain, and less than with the Code node.\n`,
  );
  console.log(
    `Memory of n8n, a fresh process for each, ${ROUNDS} checks after ${WARM_UP} and a garbage collection (MB; peak of resident memory as the kernel counts it).\n`,
  );
  console.log(
    '| check | before | peak of n8n | with its task runner | rise of n8n | heap in use after |\n| --- | --: | --: | --: | --: | --: |',
  );
  all.forEach(({ what }, k) => {
    const { rss, n8n: peak, whole, heapUsed } = memory[k];
    console.log(
      `| ${what} | ${mb(rss)} | ${mb(peak)} | ${mb(whole)} | ${mb(peak - rss)} | ${mb(heapUsed)} |`,
    );
  });
  const ratio = memory[2].whole / memory[0].whole;
  console.log(
    `\nPeak of WebMonitor against the chain, task runner included: ${ratio.toFixed(2)} (wanted: at most ${MEMORY_AT_MOST}).`,
  );
  return ours / chain <= TIME_AT_MOST && ours < totals[1] && ratio <= MEMORY_AT_MOST;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
