// Child processes that never outlive their parent: each in a group of its own, so that its children end with it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';

/** The checkout. */
export const ROOT = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

/** Node 24 of the checkout's own dependencies: n8n 2.41 needs it, the machine's node may be older. */
export const NODE = path.join(ROOT, 'node_modules/node/bin/node');

const running = new Set();

/** A child process that ends with this one. `options` as for `spawn`. */
export function launch(command, args, options = {}) {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/**
 * Runs a command to its end. Its output goes line by line to `onLine`; what it wrote last stands in the error
 * when it fails or takes longer than `limitMs`. Resolves to all of its standard output.
 */
export async function run(command, args, { onLine = () => {}, limitMs = 0, ...options } = {}) {
  const child = launch(command, args, options);
  const output = [];
  const last = [];
  const read = (stream, keep) =>
    createInterface({ input: stream }).on('line', (line) => {
      if (keep) output.push(line);
      last.push(line);
      if (last.length > 25) last.shift();
      onLine(line);
    });
  read(child.stdout, true);
  read(child.stderr, false);
  const timer = limitMs > 0 ? setTimeout(() => killGroup(child, 'SIGKILL'), limitMs) : undefined;
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(status ?? signal));
  }).finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${last.join('\n')}`);
  return output.join('\n');
}

/** npm, the one that runs this script where one does. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args], options) : run('npm', args, options);
}

/** Asks a child to end, and ends its whole group when it does not within `graceMs`. */
export async function stop(child, graceMs = 20_000) {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  }
  killGroup(child, 'SIGKILL');
}

/** Ends every child that still runs. */
export const stopAll = () => Promise.all([...running].map((child) => stop(child)));

/**
 * On Ctrl-C and SIGTERM runs `cleanUp`, ends every child and leaves with the signal's usual status.
 * Answers a function that says whether that is under way.
 */
export function endChildrenOnSignals(cleanUp = async () => {}) {
  let ending = false;
  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void Promise.allSettled([cleanUp()])
        .then(stopAll)
        .finally(() => process.exit(status));
    });
  return () => ending;
}

process.on('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL');
});

function killGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Its group is empty already.
  }
}
