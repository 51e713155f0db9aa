// Runs the corpus checks that lie beside this checkout over the built product.
//   npm run corpus -- capitol --fails 10      one of them, with its own options
//   npm run corpus -- all                     all of them, each with the least it must reach
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What each check must reach: [script, arguments]. */
const WANTED = [
  ['feeds', '--strict-text', '--order', '--min', '96'],
  ['feed-attacks', '--slow', '3', '--min', '100'],
  ['html-text', '--metric', 'visible', '--formats', 'text', '--reps', '1', '--min', '95.5'],
  ['html-text', '--metric', 'aeb', '--formats', 'main', '--reps', '1', '--min', '90'],
  ['html-text', '--metric', 'wcxb', '--formats', 'main', '--reps', '1', '--min', '76'],
  ['html-dates', '--metric', 'correct', '--min', '66'],
  ['html-dates', '--metric', 'precision', '--min', '93'],
  ['charset', '--min', '93'],
  ['conformance', '--min', '82'],
  ['urls', '--min', '100'],
  ['finance', '--min', '100'],
  ['capitol', '--min', '100'],
  ['sec', '--min', '100'],
  ['generic', '--min', '100'],
  ['http/run-acceptance', '--slow', '3', '--min', '100'],
];

const [name, ...options] = process.argv.slice(2);
const checks = '../shared/checks';
if (!existsSync(checks)) {
  console.error(`The corpus is not here: ${checks} is missing beside this checkout.`);
  process.exit(1);
}
if (!name) {
  console.error(
    `usage: npm run corpus -- NAME [options]\n  NAME: all, ${[...new Set(WANTED.map(([check]) => check))].join(', ')}`,
  );
  process.exit(1);
}

const build = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (build.status !== 0) process.exit(1);

const wanted = name === 'all' ? WANTED : [[name, ...options]];
const failed = wanted.filter(([check, ...args]) => {
  console.log(`\n== ${check} ${args.join(' ')}`);
  const command = [`${checks}/${check}.mjs`, 'test/corpus/product.mjs', ...args];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status !== 0;
});
if (name === 'all')
  console.log(`\ncorpus: ${wanted.length - failed.length} of ${wanted.length} checks reach what they must`);
process.exit(failed.length === 0 ? 0 : 1);
