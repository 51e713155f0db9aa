import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, ToolError, type ErrorCode } from '../errors';
import { readPage, type PageOptions, type PageReading } from './readPage';

/** What the worker is given, and what it answers: errors cross the thread as plain data. */
export interface PageJob {
  readonly html: string;
  readonly options: PageOptions;
}
export type PageAnswer =
  | { readonly ok: true; readonly reading: PageReading }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** One page per worker: it reads the page that it was started with, answers and ends. */
function answer({ html, options }: PageJob): PageAnswer {
  try {
    return { ok: true, reading: readPage(html, options) };
  } catch (thrown) {
    const code = thrown instanceof ToolError ? thrown.code : 'UNEXPECTED_CONTENT';
    return { ok: false, code, message: messageOf(thrown) };
  }
}

parentPort?.postMessage(answer(workerData as PageJob)); // readPageSafely is the only one that starts this file
