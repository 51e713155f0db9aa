// What n8n in queue mode needs besides itself: PostgreSQL and Redis, as Debian and Ubuntu package them.
// Run as a program it installs what is missing, as root; else it says what to install.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from '../processes.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** `{ postgresBin, redisServer }`: the folder of PostgreSQL's programs and Redis' server. Throws what is missing. */
export function services() {
  const { postgresBin, redisServer, missing } = found();
  if (missing.length > 0)
    throw new Error(
      `n8n in queue mode needs ${missing.join(' and ')}. Install with: apt-get install ${missing.join(' ')}`,
    );
  return { postgresBin, redisServer };
}

function found() {
  const postgresBin = newestPostgres() ?? folderOf('initdb');
  const redisFolder = folderOf('redis-server');
  const missing = [];
  if (postgresBin === null) missing.push('postgresql');
  if (redisFolder === null) missing.push('redis-server');
  return { postgresBin, redisServer: redisFolder && path.join(redisFolder, 'redis-server'), missing };
}

/** Debian keeps each version in a folder of its own, off the path. */
function newestPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return (
    versions
      .map((version) => path.join(DEBIAN, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'initdb'))) ?? null
  );
}

function folderOf(program) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.find((folder) => existsSync(path.join(folder, program))) ?? null;
}

async function install() {
  const { missing } = found();
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && folderOf('apt-get') !== null) {
    const options = {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      onLine: (line) => console.log(line),
    };
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '--yes', '--no-install-recommends', ...missing], options);
  }
  services();
}

if (process.argv[1] === import.meta.filename) {
  await install().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
