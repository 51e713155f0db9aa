// The package in a user folder of n8n, the way n8n itself installs a community package.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm, ROOT, run } from '../processes.mjs';

/** The flags of n8n's own `npm install` in a package's folder: in particular, no install script ever runs. */
const N8N_FLAGS = [
  '--audit=false',
  '--fund=false',
  '--bin-links=false',
  '--install-strategy=shallow',
  '--ignore-scripts=true',
  '--package-lock=false',
];

/**
 * Packs the built checkout and installs it into `<userFolder>/.n8n/nodes/node_modules/<name>`.
 * Answers `{ folder, changed }`; nothing is done when the same content was placed there before.
 */
export async function placePackage(userFolder) {
  const nodes = path.join(userFolder, '.n8n/nodes');
  mkdirSync(nodes, { recursive: true });
  const work = mkdtempSync(path.join(nodes, '.packing-'));
  try {
    const packed = await pack(work);
    const folder = path.join(nodes, 'node_modules', packed.name);
    const mark = path.join(nodes, 'placed.sha256');
    if (existsSync(folder) && existsSync(mark) && readFileSync(mark, 'utf8') === packed.sha256)
      return { folder, changed: false };
    rmSync(mark, { force: true });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(path.join(work, 'package'), folder, { recursive: true });
    await npm(['install', ...N8N_FLAGS], { cwd: folder });
    writeFileSync(mark, packed.sha256);
    return { folder, changed: true };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** `npm pack` of the checkout as it is built, unpacked and stripped into `<work>/package`. */
async function pack(work) {
  const answer = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', work], { cwd: ROOT });
  const { filename } = JSON.parse(answer)[0];
  const tarball = path.join(work, filename);
  await run('tar', ['xzf', tarball, '-C', work]);
  const file = path.join(work, 'package/package.json');
  const { name } = strip(file);
  return { name, sha256: createHash('sha256').update(readFileSync(tarball)).digest('hex') };
}

/** n8n takes these three groups out before it installs. */
function strip(file) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const group of ['devDependencies', 'peerDependencies', 'optionalDependencies']) delete manifest[group];
  writeFileSync(file, JSON.stringify(manifest, null, 2));
  return manifest;
}
