// The data folder of a local n8n: what it remembers between starts, and what a killed start left behind.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { holderOf, isAlive } from '../lock.mjs';

/** What a data folder remembers between starts, as JSON in one file: { read(), write(changes) }. */
export function memory(file) {
  const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  return {
    read,
    write(changes) {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, `${JSON.stringify({ ...read(), ...changes }, null, 2)}\n`, { mode: 0o600 });
    },
  };
}

/** The owner of the local n8n, invented once per data folder. n8n wants a capital letter and a digit. */
export function ownerOf(remembered) {
  const { owner } = remembered.read();
  if (owner) return owner;
  const fresh = { email: 'owner@n8n.local', password: `Local1-${randomBytes(9).toString('base64url')}` };
  remembered.write({ owner: fresh });
  return fresh;
}

/** Ends an n8n that a killed start left behind in this user folder: two of them would share one database. */
export async function endLeftover(userFolder) {
  const file = path.join(userFolder, 'n8n.pid');
  const pid = holderOf(file);
  if (pid === null) return;
  if (commandOf(pid).includes('n8n/bin/n8n')) {
    process.kill(pid, 'SIGTERM');
    for (const end = Date.now() + 20_000; isAlive(pid) && Date.now() < end;) await wait(200);
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
  rmSync(file, { force: true });
}

/** The command line of a process: from /proc where there is one, else from ps; empty when it has ended. */
function commandOf(pid) {
  const file = `/proc/${pid}/cmdline`;
  if (existsSync(file)) return readFileSync(file, 'utf8').replaceAll('\0', ' ');
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
