// Makes sure that node_modules is what package-lock.json says and holds Node 24; quick when it does.
// Runs before start, test and e2e, on Node 20 and without any dependency.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { endChildrenOnSignals, NODE, npm, ROOT, run } from './processes.mjs';

endChildrenOnSignals();
await withLock(
  path.join(ROOT, '.n8n-dev/install.lock'),
  (pid) => console.log(`Another process (${pid}) installs the dependencies, waiting for it ...`),
  async () => {
    if (!isComplete()) await install();
    if (!(await hasNode())) await addNode();
  },
).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

/** npm leaves a record of what it installed; it must hold every package of the lockfile in its version. */
function isComplete() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  return Object.entries(wanted ?? {}).every(
    ([where, { version, optional, devOptional }]) =>
      where === '' ||
      present?.[where]?.version === version ||
      ((optional || devOptional) && !present?.[where]),
  );
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Without install scripts: older versions of npm would run a hook of a lint plugin that refuses npm. */
async function install() {
  console.log('Installing the dependencies (npm ci, about a minute) ...');
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: ROOT });
}

async function hasNode() {
  const wanted = packagesOf('package-lock.json')?.['node_modules/node']?.version;
  const version = await run(NODE, ['--version']).catch(() => null);
  return version === `v${wanted}`;
}

/** The package `node` brings its binary by an install script. */
async function addNode() {
  console.log('Fetching Node 24 (npm rebuild node) ...');
  await npm(['rebuild', 'node'], { cwd: ROOT });
  if (!(await hasNode()))
    throw new Error(`Node 24 did not arrive in ${NODE}. Try "npm rebuild node" by hand.`);
}
