import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A mistake in the product, and the test that must find it. Each `from` stands in its file exactly once. */
interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly edits: readonly (readonly [from: string, to: string])[];
  readonly test: string;
  readonly finds: string;
}

const MUTANTS: readonly Mutant[] = [
  {
    name: 'the state advances in a transaction of its own, before the batch is stored',
    file: 'lib/monitor/check.ts',
    edits: [
      [
        'const offered = await store.check(context.key, ids, (snapshot) => {',
        'await store.check(context.key, ids, (snapshot) => {',
      ],
      ['    return made.plan.decision;', '    return { ...made.plan.decision, batches: [], offers: [] };'],
      [
        "  if (plan === undefined) throw new TypeError('The store returned without a decision.');",
        `  if (plan === undefined) throw new TypeError('The store returned without a decision.');
         const { decision } = plan;
         const offered = await store.check(context.key, [], () => ({ ...decision, insert: [], update: [] }));`,
      ],
    ],
    test: 'test/integration/monitor/crash.test.ts',
    finds: 'loses nothing and repeats nothing unflagged when it is killed between two statements',
  },
  {
    name: 'what is new is what is above the highest known id',
    file: 'lib/monitor/delta.ts',
    edits: [
      [
        'const unseen = entries.filter(({ id }) => !known.has(id));',
        `const numberOf = (entry: Entry) => BigInt(entry.numericId ?? 0);
         const seen = entries.filter(({ id }) => known.has(id)).map(numberOf);
         const highest = seen.reduce((a, b) => (a > b ? a : b), 0n);
         const unseen = entries.filter((entry) => numberOf(entry) > highest);`,
      ],
    ],
    test: 'test/integration/monitor/check.test.ts',
    finds: 'what is new is also a lower id that was never seen',
  },
  {
    name: 'ids are numbers',
    file: 'lib/monitor/delta.ts',
    edits: [
      [
        'const unseen = entries.filter(({ id }) => !known.has(id));',
        'const unseen = entries.filter(({ id }) => !known.has(String(/^[0-9]+$/.test(id) ? Number(id) : id)));',
      ],
    ],
    test: 'test/integration/monitor/check.test.ts',
    finds: 'what is new tells ids apart that are one number to a computer',
  },
  {
    name: 'what is known is not looked at again inside the transaction',
    file: 'lib/monitor/check.ts',
    edits: [
      [
        '  const offered = await store.check(context.key, ids, (snapshot) => {',
        '  const early = await store.look(context.key, ids);\n  const offered = await store.check(context.key, ids, () => {',
      ],
      ['made.plan = planCheck(snapshot, planning);', 'made.plan = planCheck(early, planning);'],
    ],
    test: 'test/integration/monitor/delivery.test.ts',
    finds: 'acknowledge gives new entries to one of two executions at once',
  },
  {
    name: 'a check that fails drops what is pending',
    file: 'lib/monitor/checkFailure.ts',
    edits: [
      [
        '    .check(key, [], ({ state }) => nothing(failed(state, asked(context), failure, at)))',
        `    .check(key, [], ({ state, batches }) => ({
           ...nothing(failed(state, asked(context), failure, at)),
           offers: batches.map(({ batchId }) => ({ batchId, offer: { ...context.rules.offer, done: true } })),
         }))`,
      ],
    ],
    test: 'test/integration/monitor/model.test.ts',
    finds: 'keeps its promises through 200 random lives',
  },
  {
    name: 'a floor rises to the highest id that was forgotten',
    file: 'lib/monitor/delta.ts',
    edits: [['const to = gone < still ? gone : still - 1n;', 'const to = gone;']],
    test: 'test/unit/monitor/delta.test.ts',
    finds: 'floors never rise to what is still known: one absurd id among the forgotten hides nothing',
  },
  {
    name: 'a batch counts as delivered as soon as it is offered',
    file: 'lib/monitor/planBatches.ts',
    edits: [["rules.offer.done ? 'done' : 'pending'", "'done'"]],
    test: 'test/integration/monitor/delivery.test.ts',
    finds: 'acknowledge offers a batch again, flagged and under the same id, until it is confirmed',
  },
];

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const name of ['lib', 'jest.config.mjs', 'jest.long.config.mjs', 'package.json'])
    cpSync(name, join(copy, name), { recursive: true });
  for (const name of ['unit', 'integration', 'long', 'helpers', 'replay', 'fixtures'])
    cpSync(join('test', name), join(copy, 'test', name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

interface TestRun {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** One test by its full name, in the copy. */
function runTest({ test, finds }: Mutant): TestRun {
  const config = test.startsWith('test/long/') ? 'jest.long.config.mjs' : 'jest.config.mjs';
  const pattern = `^${finds.replaceAll(/[^\w ]/g, '.')}$`;
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--config', config, '--maxWorkers=1', '--json', '-t', pattern, test],
    { cwd: copy, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const report = JSON.parse(stdout.slice(stdout.indexOf('{"num'))) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[];
  };
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) => all.filter((it) => it.status === status).map(({ fullName }) => fullName);
  return { passed: named('passed'), failed: named('failed') };
}

it.each(MUTANTS)('is found: $name', (mutant) => {
  expect(runTest(mutant)).toEqual({ passed: [mutant.finds], failed: [] });
  const path = join(copy, mutant.file);
  const product = readFileSync(path, 'utf8');
  let mutated = product;
  for (const [from, to] of mutant.edits) {
    expect([from, mutated.split(from).length]).toEqual([from, 2]);
    mutated = mutated.replace(from, () => to);
  }
  writeFileSync(path, mutated);
  const found = runTest(mutant);
  writeFileSync(path, product);
  expect(found).toEqual({ passed: [], failed: [mutant.finds] });
});
