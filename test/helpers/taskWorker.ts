import { ToolError } from '../../lib/errors';
import type { TaskAnswer } from '../../lib/threads/protocol';

export type Job =
  | { readonly do: 'count'; readonly to: number }
  | { readonly do: 'runs' }
  | { readonly do: 'refuse' }
  | { readonly do: 'break' }
  | { readonly do: 'hang' }
  | { readonly do: 'exit' };

let runs = 0;

/** A task for the tests of threads. `runs` tells how many jobs this thread has had. */
export function run(job: Job): TaskAnswer<number, { readonly n: number }> {
  runs += 1;
  switch (job.do) {
    case 'count':
      return { head: job.to, list: Array.from({ length: job.to }, (_, n) => ({ n })) };
    case 'runs':
      return { head: runs, list: [] };
    case 'refuse':
      throw new ToolError('NO_DATA', 'Nothing there.', { url: 'https://example.org/', status: 200 });
    case 'break':
      throw new TypeError('a mistake');
    case 'hang':
      for (;;);
    case 'exit':
      return process.exit(1);
  }
}
