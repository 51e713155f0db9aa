// Programs that come from the system: where they are, and how Debian and Ubuntu bring them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes.mjs';

/** The folder of the search path that holds a program; null for none. */
export function folderOf(program) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.find((folder) => existsSync(path.join(folder, program))) ?? null;
}

/** Installs packages where this process may: as root, on a system with apt-get. Elsewhere it does nothing. */
export async function installPackages(names) {
  if (names.length === 0 || process.getuid?.() !== 0 || folderOf('apt-get') === null) return;
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    onLine: (line) => console.log(line),
  };
  await run('apt-get', ['update'], options);
  await run('apt-get', ['install', '--yes', '--no-install-recommends', ...names], options);
}
