// n8n itself: 2.7 GB in a cache folder that all checkouts of this user share, fetched once.
import { existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { withLock } from '../lock.mjs';
import { NODE, npm, run } from '../processes.mjs';
import { buildSqlite3 } from './sqlite3.mjs';

export const N8N_VERSION = '2.41.1';

const NEEDED_BYTES = 4e9;

/**
 * The installed n8n: `{ bin, folder }`. Installs it when it is missing, goes on where an earlier try was
 * interrupted, and waits while another process does the same. `say` is told what happens.
 */
export async function installN8n(say) {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'n8n-nodes-internet-tools', `n8n-${N8N_VERSION}`);
  const bin = path.join(folder, 'node_modules/n8n/bin/n8n');
  const marker = path.join(folder, 'complete.json');
  const isComplete = () => existsSync(marker) && existsSync(bin);
  if (!isComplete())
    await withLock(
      `${folder}.lock`,
      (pid) => say(`Another process (${pid}) is installing n8n, waiting for it ...`),
      async () => {
        if (isComplete()) return;
        await fetchPackages(folder, say);
        await buildSqlite3(folder, say);
        await run(NODE, [bin, '--version'], { env: { ...process.env, N8N_USER_FOLDER: folder } });
        writeFileSync(marker, JSON.stringify({ n8n: N8N_VERSION }));
        say(`n8n ${N8N_VERSION} is installed in ${folder}`);
      },
    );
  return { bin, folder };
}

/**
 * Install scripts stay off: several of n8n's packages would fetch binaries from places that not every machine
 * reaches, and one failure undoes the whole installation. Only sqlite3 needs one, and gets it afterwards.
 */
async function fetchPackages(folder, say) {
  mkdirSync(folder, { recursive: true });
  // npm writes this file last: where it stands, the packages are all there
  if (existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < NEEDED_BYTES)
    throw new Error(`n8n needs 4 GB in ${folder}, ${Math.round((bavail * bsize) / 1e6)} MB are free.`);
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { n8n: N8N_VERSION } }),
  );
  const lockfile = path.join(folder, 'package-lock.json');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'];
  if (!isWhole(lockfile)) {
    say(`Looking up the packages of n8n ${N8N_VERSION} ...`);
    const onLine = progress(say, (count) => `${count} answers from the package registry`);
    await npm(['install', '--package-lock-only', ...quiet], { cwd: folder, onLine });
  }
  const total = Object.keys(JSON.parse(readFileSync(lockfile, 'utf8')).packages).length;
  say(`Fetching n8n ${N8N_VERSION} into ${folder}: ${total} packages, 2.7 GB, some minutes, once ...`);
  const onLine = progress(say, (count) => `${count} of about ${total} packages`);
  await npm(['ci', ...quiet], { cwd: folder, onLine });
}

function isWhole(lockfile) {
  try {
    return 'node_modules/n8n' in JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return false;
  }
}

/** A reader of npm's lines that counts what it asked for and tells every ten seconds how far it is. */
function progress(say, tell) {
  const start = Date.now();
  const asked = new Set();
  let next = start + 10_000;
  return (line) => {
    const url = /^npm http \S+ .*?(https?:\S+)/.exec(line)?.[1];
    if (url) asked.add(url);
    if (Date.now() < next) return;
    next = Date.now() + 10_000;
    say(`  ${tell(asked.size)} (${Math.round((Date.now() - start) / 1000)} s)`);
  };
}
