/**
 * What our package weighs and how long n8n waits for its nodes, beside popular community packages: each installed from the registry with the flags that
 * n8n uses. Without a registry nothing of it can be measured.
 *   npm run bench -- packages
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placePackage } from '../../scripts/n8n/place.mjs';
import { NODE, npm, ROOT, run } from '../../scripts/processes.mjs';

const PEERS = [
  'n8n-nodes-evolution-api',
  'n8n-nodes-mcp',
  '@mendable/n8n-nodes-firecrawl',
  'n8n-nodes-deepseek',
];
const ROUNDS = 5;
const FLAGS = [
  '--audit=false',
  '--fund=false',
  '--bin-links=false',
  '--install-strategy=shallow',
  '--ignore-scripts=true',
  '--package-lock=false',
];

const work = mkdtempSync(path.join(tmpdir(), 'bench-'));
console.log('## Weight of the package\n');
try {
  const rows = [];
  const { folder: ours } = await placePackage(work);
  rows.push(await weigh(ours));
  for (const name of PEERS) {
    const folder = await install(name);
    if (folder === null) console.log(`${name} is not measured: the registry does not give it.\n`);
    else rows.push(await weigh(folder));
  }
  if (rows.length === 1) console.log('Nothing to compare with: the registry was not reached.\n');
  report(rows);
  console.log(
    `\nOurs loads what a node runs at its first run: ${loadMedian(runFiles(ours)).toFixed(0)} ms for all three.`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Fetches, strips and installs a package as n8n does. Null where it cannot be had. */
async function install(name) {
  const folder = path.join(work, 'peers', name.replace('/', '-'), 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  try {
    const answer = await npm(['pack', name, '--json', '--pack-destination', work], {
      cwd: work,
      limitMs: 60_000,
    });
    const tarball = path.join(work, JSON.parse(answer)[0].filename);
    const unpacked = mkdtempSync(path.join(work, 'unpacked-'));
    await run('tar', ['xzf', tarball, '-C', unpacked]);
    cpSync(path.join(unpacked, readdirSync(unpacked)[0]), folder, { recursive: true });
    const file = path.join(folder, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    for (const group of ['devDependencies', 'peerDependencies', 'optionalDependencies'])
      delete manifest[group];
    writeFileSync(file, JSON.stringify(manifest));
    await npm(['install', ...FLAGS], { cwd: folder, limitMs: 180_000 });
    return folder;
  } catch {
    return null;
  }
}

async function weigh(folder) {
  const {
    name,
    version,
    n8n,
    dependencies = {},
  } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = [...(n8n.nodes ?? []), ...(n8n.credentials ?? [])].map((file) => path.join(folder, file));
  return {
    name: `${name} ${version}`,
    bytes: bytesOf(folder),
    packages: Object.keys(dependencies).length,
    nodes: (n8n.nodes ?? []).length,
    ms: loadMedian(files),
  };
}

/** What the nodes of our package load when they run. */
function runFiles(folder) {
  const { n8n } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return n8n.nodes.map((file) => path.join(folder, path.dirname(file), 'execute.js'));
}

function loadMedian(files) {
  const times = Array.from({ length: ROUNDS }, () => loadMs(files)).filter((ms) => ms !== null);
  return times.length === 0 ? null : times.toSorted((a, b) => a - b)[times.length >> 1];
}

/** In a fresh process that has n8n-workflow already, as n8n has; null where a file does not load. */
function loadMs(files) {
  const code = `require('n8n-workflow');
    const before = process.cpuUsage();
    for (const file of ${JSON.stringify(files)}) require(file);
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  const env = { ...process.env, NODE_PATH: path.join(ROOT, 'node_modules') };
  const { status, stdout } = spawnSync(NODE, ['--no-warnings', '-e', code], { encoding: 'utf8', env });
  return status === 0 ? Number(stdout.trim().split('\n').at(-1)) : null;
}

function bytesOf(folder) {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) sum += statSync(path.join(entry.parentPath, entry.name)).size;
  return sum;
}

function report(rows) {
  console.log(
    `Installed with n8n's flags; CPU time to load all nodes and credentials in a fresh process that has n8n-workflow already, median of ${ROUNDS}.\n`,
  );
  console.log(
    '| package | nodes | dependencies | installed (MB) | of ours | load (ms) | of ours |\n| --- | --: | --: | --: | --: | --: | --: |',
  );
  const [ours] = rows;
  for (const { name, nodes, packages, bytes, ms } of rows)
    console.log(
      `| ${name} | ${nodes} | ${packages} | ${(bytes / 2 ** 20).toFixed(1)} | ${(bytes / ours.bytes).toFixed(2)} | ${ms === null ? 'does not load' : ms.toFixed(0)} | ${ms === null ? '' : (ms / ours.ms).toFixed(2)} |`,
    );
}
