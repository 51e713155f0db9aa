// A lock between processes: a file with the holder's process id. A dead holder's lock is taken over.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Runs `work` while no other process holds `file`; `onWait(pid)` is told once when it has to wait. */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !tryLock(file); await wait(500)) {
    const holder = holderOf(file);
    if (holder === null) continue;
    if (!isAlive(holder)) takeAway(file, holder);
    else if (!told) {
      told = true;
      onWait(holder);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The process id in a lock or pid file; null when there is none. */
export function holderOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Two waiting processes may both see the dead holder: only the one whose rename found its file removes it. */
function takeAway(file, holder) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (holderOf(aside) === holder) rmSync(aside);
  else renameSync(aside, file);
}
