/** A package registry on 127.0.0.1, as much of one as `npm view`, `npm pack` and n8n's installation ask for. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { npm, ROOT, run } from '../../scripts/processes.mjs';

/** n8n asks npm's own registry for everything; only a scope may have another. So the package goes by this name. */
export const SCOPED_NAME = '@local/n8n-nodes-internet-tools';

/**
 * Opens a registry that keeps its files in `folder`. Answers `{ npmrc, publish(version), close() }`: `npmrc` is the path
 * of the settings that lead npm to it, `publish` offers the checkout as it is built under a version.
 */
export async function openRegistry(folder) {
  mkdirSync(folder, { recursive: true });
  const versions = {};
  const tarballs = {};
  const server = createServer((request, response) => {
    const address = decodeURIComponent(new URL(request.url, 'http://127.0.0.1').pathname).slice(1);
    if (address in tarballs) return void response.end(readFileSync(tarballs[address]));
    const body =
      address === SCOPED_NAME ? overview(versions) : versions[address.slice(SCOPED_NAME.length + 1)];
    if (body === undefined) return void response.writeHead(404).end('{}');
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${server.address().port}`;
  const npmrc = path.join(folder, 'npmrc');
  writeFileSync(npmrc, `@local:registry=${url}/\nfund=false\naudit=false\n`);

  return {
    npmrc,
    async publish(version) {
      const tarball = await packAs(version, folder);
      const address = `${SCOPED_NAME}/-/${version}.tgz`;
      const { manifest, integrity } = tarball;
      tarballs[address] = tarball.file;
      versions[version] = { ...manifest, dist: { tarball: `${url}/${address}`, integrity } };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function overview(versions) {
  const latest = Object.keys(versions).at(-1);
  return latest && { name: SCOPED_NAME, 'dist-tags': { latest }, versions };
}

/** The checkout as it is built, packed under another name and version. */
async function packAs(version, folder) {
  const work = mkdtempSync(path.join(folder, 'packing-'));
  const answer = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', work], { cwd: ROOT });
  await run('tar', ['xzf', path.join(work, JSON.parse(answer)[0].filename), '-C', work]);
  const file = path.join(work, 'package/package.json');
  const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), name: SCOPED_NAME, version };
  writeFileSync(file, JSON.stringify(manifest, null, 2));
  const packed = path.join(work, `${version}.tgz`);
  await run('tar', ['czf', packed, '-C', work, 'package']);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(packed)).digest('base64')}`;
  return { file: packed, manifest, integrity };
}
