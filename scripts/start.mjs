// From a fresh clone to a running watcher: builds the package, fetches n8n once, starts it with the package installed
// as n8n installs it, imports the examples, runs the Capitol Trades watcher, and says what it found.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EnvHttpProxyAgent, request } from 'undici';
import { openSite } from '../test/replay/site.mjs';
import { isAlive, holderOf } from './lock.mjs';
import { connect } from './n8n/api.mjs';
import { endLeftover, memory, ownerOf } from './n8n/dataFolder.mjs';
import { installN8n } from './n8n/install.mjs';
import { openMailbox } from './n8n/mailbox.mjs';
import { placePackage } from './n8n/place.mjs';
import { freePort } from './n8n/ports.mjs';
import { startN8n, unpublish } from './n8n/server.mjs';
import { jsonLine, summary } from './n8n/summary.mjs';
import { prepareWatcher, runsOf, stateOf, watcherId, watchRuns } from './n8n/watcher.mjs';
import { endChildrenOnSignals, NODE, ROOT, run, stopAll } from './processes.mjs';

const DATA = path.join(ROOT, '.n8n-dev');
const LIVE_URL = 'https://www.capitoltrades.com/trades';
const USAGE = `npm start                    stays, with the canvas open on 127.0.0.1
npm start -- --once          ends after the watcher ran
npm start -- --seed WORD     watches the replay site made from this seed, also with a way out to the internet
npm start -- --port NUMBER   where n8n shall listen (default 5678)
npm start -- --help          only says this`;
const say = (line) => console.log(line);

const opened = [];
const isEnding = endChildrenOnSignals(closeAll);
try {
  await main(readOptions());
} catch (error) {
  if (!isEnding()) console.error(`\nnpm start failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  if (!isEnding()) await closeAll();
}

async function main(options) {
  if (options === null) return say(USAGE);
  claim(path.join(DATA, 'start.pid'));
  const remembered = memory(path.join(DATA, 'remembered.json'));
  say('Building the package ...');
  await run(NODE, ['scripts/build.mjs'], { cwd: ROOT });
  const { bin, folder } = await installN8n(say);
  const userFolder = path.join(DATA, 'user');
  await endLeftover(userFolder);
  const placed = await placePackage(userFolder);
  if (placed.changed) say('The package is installed in n8n as n8n installs community packages.');

  const watched = await chooseSite(options, remembered);
  const mailbox = await openMailbox({
    port: await freePort(remembered.read().smtpPort ?? 2525),
    onMail: ({ to, subject }) => say(`Mail to ${to.join(', ')}: ${subject}`),
  });
  opened.push(mailbox);
  remembered.write({ smtpPort: mailbox.port });

  // the watcher of another seed would look at this site when n8n starts, and miss its own trades
  const { published } = remembered.read();
  if (published !== undefined && published !== watcherId(watched)) {
    say('Unpublishing the watcher of the site that was watched before ...');
    await unpublish({ bin, userFolder, workflowId: published });
  }
  remembered.write({ published: watcherId(watched) });

  say('Starting n8n ...');
  const n8n = await startN8n({ bin, userFolder, port: options.port, say });
  opened.push({ close: () => n8n.stop() });
  const owner = ownerOf(remembered);
  const api = await connect({ url: n8n.url, folder, owner });

  const workflowId = await prepareWatcher(api, { ...watched, smtpPort: mailbox.port });
  say('Running the Capitol Trades watcher ...');
  const runs = await runsOf(api, workflowId, n8n.startedAt);
  const state = await stateOf(workflowId, userFolder);
  const facts = { ...watched, runs, state, canvas: `${n8n.url}/workflow/${workflowId}`, owner, log: n8n.log };
  say('');
  say(jsonLine(facts));
  say(summary(facts, options.once));
  if (runs.some(({ error }) => error !== null)) process.exitCode = 1;
  if (!options.once) await watchRuns(api, workflowId, runs, say);
}

/** Null: only the usage was asked for. */
function readOptions() {
  const { values } = parseArgs({
    options: {
      once: { type: 'boolean', default: false },
      seed: { type: 'string' },
      port: { type: 'string', default: '5678' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port ${values.port}: not a port number`);
  return { once: values.once, seed: values.seed ?? null, port };
}

/** One start at a time: two would share one database. */
function claim(file) {
  const other = holderOf(file);
  if (other !== null && other !== process.pid && isAlive(other))
    throw new Error(`another "npm start" (process ${other}) runs in this checkout. End it first.`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, String(process.pid));
  opened.push({ close: () => rmSync(file, { force: true }) });
}

/** The real site where it answers; else a replay of it, which goes on where it stopped last time. */
async function chooseSite({ seed }, remembered) {
  if (seed === null && (await answers(LIVE_URL))) {
    say('www.capitoltrades.com answers: the watcher watches the real site.');
    return { site: 'live', seed: null, url: LIVE_URL };
  }
  const last = remembered.read().replay;
  const chosen = seed ?? last?.seed ?? randomBytes(4).toString('hex');
  const site = await openSite({
    ...(last?.seed === chosen ? last : {}),
    seed: chosen,
    growsBetweenVisits: true,
    port: await freePort(remembered.read().sitePort ?? 8380),
    onGrowth: () => remembered.write({ replay: site.state() }),
  });
  opened.push(site);
  remembered.write({ replay: site.state(), sitePort: Number(new URL(site.url).port) });
  say(
    seed === null
      ? 'www.capitoltrades.com does not answer from here: the watcher watches a replay of it, with invented trades.'
      : 'The watcher watches a replay of Capitol Trades, with invented trades.',
  );
  say(`Replay at ${site.url}, seed ${chosen} (give it back with --seed ${chosen}).`);
  return { site: 'replay', seed: chosen, url: site.url };
}

/** Through the user's proxy, where there is one, as the package's own client does it. */
async function answers(url) {
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: new EnvHttpProxyAgent({ connect: { timeout: 4_000 } }),
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; n8n-nodes-internet-tools)' },
      signal: AbortSignal.timeout(6_000),
    });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

/** In the order that nothing waits for something closed before it. */
async function closeAll() {
  for (const one of opened.splice(0).reverse()) await one.close();
  await stopAll();
}
