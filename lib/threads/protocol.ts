import type { ErrorCode } from '../errors';

/**
 * What a task answers. A list that may be long crosses in pieces, so that the event loop turns between them: taking in
 * a hundred thousand objects at once would block it as the work itself does.
 */
export interface TaskAnswer<Head, Item> {
  readonly head: Head;
  readonly list: readonly Item[];
}

/** What the module of a task exports as `run`: pure work on plain data. */
export type TaskRun = (job: never) => TaskAnswer<unknown, unknown>;

export type Order =
  | { readonly do: 'load'; readonly file: string }
  | { readonly do: 'run'; readonly job: unknown }
  | { readonly do: 'next' };

/** Errors cross a thread as plain data. */
export interface TaskFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly cause: string | undefined;
}

/** The answer to one order: `done` tells whether more of the list is to be asked for. */
export type Reply =
  | { readonly is: 'loaded' }
  | {
      readonly is: 'answer';
      readonly head: unknown;
      readonly items: readonly unknown[];
      readonly done: boolean;
    }
  | { readonly is: 'failure'; readonly failure: TaskFailure };
