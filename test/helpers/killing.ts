import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Job } from './checkWorker';
import { stateFolder } from './stateFolder';

/** A list that grows, a mailbox, and executions in processes of their own that may be killed. */
export function killing() {
  const folder = stateFolder();
  const list = join(folder.folder, 'list.json');
  const mailbox = join(folder.folder, 'mailbox.txt');
  const ids: string[] = [];
  let executions = 0;
  return {
    ids,
    remove: folder.remove,
    grow: (count: number) => {
      for (let added = 0; added < count; added += 1) ids.unshift(`id-${ids.length}`);
      writeFileSync(list, JSON.stringify(ids));
    },
    /** Resolves with the signal that ended it, null where it ended by itself. */
    execute: (given: Partial<Job> = {}): Promise<NodeJS.Signals | null> =>
      runWorker({
        n8nFolder: folder.folder,
        list,
        mailbox,
        delivery: 'acknowledge',
        executionId: `run-${(executions += 1)}`,
        killAtStatement: null,
        killAfterMs: null,
        killBeforeMail: false,
        ...given,
      }),
    /** Every delivery so far: id, and whether it was flagged as a repeat. */
    mail: (): readonly { readonly id: string; readonly again: boolean }[] =>
      (existsSync(mailbox) ? readFileSync(mailbox, 'utf8').trimEnd().split('\n') : [])
        .filter((line) => line !== '')
        .map((line) => ({ id: line.split(' ')[0] ?? '', again: line.endsWith(' again') })),
  };
}

export interface Verdict {
  readonly lost: readonly string[];
  /** Delivered a second time without being flagged. */
  readonly unflagged: readonly string[];
}

/** What the receiver of all this mail would say. */
export function judgeMail({ ids, mail }: Pick<ReturnType<typeof killing>, 'ids' | 'mail'>): Verdict {
  const seen = new Set<string>();
  const unflagged: string[] = [];
  for (const { id, again } of mail()) {
    if (seen.has(id) && !again) unflagged.push(id);
    seen.add(id);
  }
  return { lost: ids.filter((id) => !seen.has(id)), unflagged };
}

function runWorker(job: Job): Promise<NodeJS.Signals | null> {
  const child = spawn(
    process.execPath,
    [
      '--require',
      resolve('test/helpers/typescript.cjs'),
      join(__dirname, 'checkWorker.ts'),
      JSON.stringify(job),
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => {
      if (signal === null && code !== 0) fail(new Error(complaint));
      else done(signal);
    });
  });
}
