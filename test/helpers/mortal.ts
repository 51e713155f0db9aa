import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Job } from './checkWorker';

/** How long an execution takes on this machine, as seen so far. */
export interface Pace {
  ms: number;
}

/** Most of such a process's life is the loading of modules: what one of them compiled is kept for the others. */
const COMPILED = join(tmpdir(), `compiled-for-tests-${process.getuid?.() ?? 0}`);
/** No process of the tests takes longer, however busy the machine. */
const DEADLINE_MS = 120_000;

/**
 * A process that does these jobs. Resolves with the signal that ended it, null where it ended by itself. `killAfter`:
 * killed from outside, wherever it is after so many executions, with a fraction.
 */
export function liveAndDie(
  jobs: readonly Job[],
  killAfter: number | null = null,
  pace: Pace = { ms: 50 },
): Promise<NodeJS.Signals | null> {
  const child = spawn(
    process.execPath,
    [
      '--require',
      resolve('test/helpers/typescript.cjs'),
      join(__dirname, 'checkWorker.ts'),
      JSON.stringify(jobs),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: COMPILED } },
  );
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  if (killAfter !== null)
    onExecutions(child.stdout, pace, Math.floor(killAfter), () => {
      setTimeout(() => child.kill('SIGKILL'), (killAfter % 1) * pace.ms);
    });
  return new Promise((done, fail) => {
    const deadline = setTimeout(() => {
      complaint += 'The process did not end.';
      child.kill('SIGTERM');
    }, DEADLINE_MS);
    child.once('error', fail);
    child.once('close', (code, signal) => {
      clearTimeout(deadline);
      if (signal === 'SIGKILL' || code === 0) done(signal);
      else fail(new Error(complaint));
    });
  });
}

/** Calls once, when so many executions are over. */
function onExecutions(output: NodeJS.ReadableStream, pace: Pace, due: number, call: () => void): void {
  let executions = -1; // until it is ready
  let last = performance.now();
  output.on('data', (chunk: Buffer) => {
    const before = executions;
    executions += chunk.toString().replaceAll(/[^.\n]/g, '').length;
    const now = performance.now();
    if (before >= 0) pace.ms = (pace.ms * 3 + (now - last) / (executions - before)) / 4;
    last = now;
    if (before < due && executions >= due) call();
  });
}
