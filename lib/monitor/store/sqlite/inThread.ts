import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isRecord } from '../../../check';
import type { Driver } from './driver';

/**
 * The rows of one statement, run on a file by a thread with a connection of its own. With `version` a script, run whole
 * or not at all, and only where the file is of that version still. Rejects as the driver would.
 */
export async function inThread(
  path: string,
  sql: string,
  driver: Driver['name'],
  version: number | null = null,
): Promise<readonly unknown[]> {
  const answer = await new Promise<unknown>((resolve, reject) => {
    const worker = new Worker(join(__dirname, `thread${extname(__filename)}`), {
      workerData: { path, sql, driver, version },
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error('the thread ended without an answer'));
    });
  });
  if (isRecord(answer) && Array.isArray(answer['rows'])) return answer['rows'] as unknown[];
  const { code, errcode, message } = isRecord(answer) ? answer : {};
  throw Object.assign(new Error(String(message)), { code, errcode });
}
