import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, ToolError, type ErrorCode } from '../../errors';
import type { Monitor } from '../monitor';
import { generic } from './generic';
import type { Page, ParsedPage } from './parser';

/** What the thread is given, and what it answers: errors cross as plain data. */
export interface ParseJob {
  readonly page: Page;
  readonly monitor: Monitor;
}
export type ParseAnswer =
  | { readonly ok: true; readonly parsed: ParsedPage }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** One page per thread: it reads the page that it was started with, answers and ends. */
function answer({ page, monitor }: ParseJob): ParseAnswer {
  try {
    return { ok: true, parsed: generic.parse(page, monitor) };
  } catch (thrown) {
    const code = thrown instanceof ToolError ? thrown.code : 'UNEXPECTED_CONTENT';
    return { ok: false, code, message: messageOf(thrown) };
  }
}

parentPort?.postMessage(answer(workerData as ParseJob)); // parseSafely is the only one that starts this file
