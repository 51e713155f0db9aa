// What n8n in queue mode needs besides itself: PostgreSQL and Redis, as Debian and Ubuntu package them.
// Run as a program it installs what is missing, as root; else it says what to install.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { folderOf, installPackages } from './debian.mjs';

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

async function install() {
  await installPackages(found().missing);
  services();
}

if (process.argv[1] === import.meta.filename) {
  await install().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
