import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { messageOf, ToolError } from '../errors';
import { LIMITS } from '../limits';
import type { Order, Reply, TaskAnswer, TaskFailure } from './protocol';

type Run = (job: unknown) => TaskAnswer<unknown, unknown>;

const load = createRequire(__filename);
let run: Run | null = null;
let rest: readonly unknown[] = [];

/** The thread: loads the module of a task, runs it on one job after another, and hands its list over in pieces. */
function obey(order: Order): Reply {
  try {
    if (order.do === 'load') {
      // runInThread sends files that export a `run`, and no others
      run = (load(order.file) as { readonly run: Run }).run;
      return { is: 'loaded' };
    }
    if (order.do === 'next') return nextPiece(null);
    if (run === null) throw new Error('no task was loaded');
    const { head, list } = run(order.job);
    rest = list;
    return nextPiece(head);
  } catch (thrown) {
    return { is: 'failure', failure: failureOf(thrown) };
  }
}

function nextPiece(head: unknown): Reply {
  const items = rest.slice(0, LIMITS.threads.pieceItems);
  rest = rest.slice(items.length);
  return { is: 'answer', head, items, done: rest.length === 0 };
}

function failureOf(thrown: unknown): TaskFailure {
  const { code, url, status, cause } =
    thrown instanceof ToolError ? thrown : new ToolError('UNEXPECTED_CONTENT', '', { cause: thrown });
  const message =
    thrown instanceof ToolError ? thrown.message : `It could not be read: ${messageOf(thrown)}.`;
  return { code, message, url, status, cause: cause === undefined ? undefined : messageOf(cause) };
}

parentPort?.on('message', (order: Order) => {
  parentPort?.postMessage(obey(order));
});
