// n8n's database driver: of all native modules of n8n the only one that comes without its binary.
import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { NODE, npm, ROOT, run } from '../processes.mjs';

/** Brings sqlite3's binary: as a download where its makers' server answers, else compiled here. */
export async function buildSqlite3(folder, say) {
  const cwd = path.join(folder, 'node_modules/sqlite3');
  if (await loads(cwd)) return;
  const tool = (name) => path.join(folder, 'node_modules/.bin', name);
  await run(NODE, [realpathSync(tool('prebuild-install')), '-r', 'napi'], { cwd, limitMs: 30_000 }).catch(
    () => {},
  );
  if (await loads(cwd)) return;
  say('Compiling sqlite3 for n8n (one or two minutes, once; needs python3, make and g++) ...');
  const started = Date.now();
  const ticker = setInterval(
    () => say(`  still compiling (${Math.round((Date.now() - started) / 1000)} s)`),
    20_000,
  );
  try {
    const headers = await nodeHeaders(folder);
    await run(NODE, [realpathSync(tool('node-gyp')), 'rebuild', '--release', `--nodedir=${headers}`], {
      cwd,
    });
  } finally {
    clearInterval(ticker);
  }
  if (!(await loads(cwd))) throw new Error(`sqlite3 was compiled in ${cwd} but does not load.`);
}

const loads = (cwd) =>
  run(NODE, ['-e', 'require(process.argv[1])', cwd]).then(
    () => true,
    () => false,
  );

/**
 * A folder with include/node/node.h. Any Node's headers serve, since sqlite3 uses only Node's stable interface;
 * a machine without any gets them from the package that also brings the binary.
 */
async function nodeHeaders(folder) {
  const own = path.join(ROOT, 'node_modules/node/node_modules');
  const candidates = [
    ...(existsSync(own) ? readdirSync(own).map((name) => path.join(own, name)) : []),
    ...[process.execPath, ...onPath('node')].map((node) => path.resolve(node, '../..')),
  ];
  const found = candidates.find((candidate) => existsSync(path.join(candidate, 'include/node/node.h')));
  if (found) return found;
  const target = path.join(folder, 'headers');
  mkdirSync(target, { recursive: true });
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${process.platform}-${process.arch}`;
  await npm(['install', '--prefix', target, '--ignore-scripts', '--no-save', `${name}@24`]);
  return path.join(target, 'node_modules', name);
}

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file));
