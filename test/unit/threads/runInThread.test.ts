import { ToolError } from '../../../lib/errors';
import { LIMITS } from '../../../lib/limits';
import { createThreads } from '../../../lib/threads/pool';
import { runInThread, type ThreadLimits } from '../../../lib/threads/runInThread';
import type { Job, run } from '../../helpers/taskWorker';

// Starting a thread takes its time on a busy machine; nothing here is measured by it.
jest.setTimeout(120_000);

const threads = createThreads();
const MINUTE = { threads, timeoutMs: 60_000 };
const WORDS = { what: 'Counting', advice: 'Count less.' };
const start = (job: Job, limits: ThreadLimits = MINUTE) =>
  runInThread<typeof run>(require.resolve('../../helpers/taskWorker'), job, limits, WORDS);
const runsOfThread = async () => (await start({ do: 'runs' })).head;

afterAll(() => threads.close());

describe('a task in a thread', () => {
  it('answers with its head and the whole list, in order', async () => {
    const to = 2 * LIMITS.threads.pieceItems + 1;
    const { head, list } = await start({ do: 'count', to });
    expect(head).toBe(to);
    expect(list.map(({ n }) => n)).toEqual(Array.from({ length: to }, (_, n) => n));
  });

  it('lets the event loop turn between the pieces of its list', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await start({ do: 'count', to: 100 * LIMITS.threads.pieceItems });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(20);
  });

  it('is run by the thread of the one before', async () => {
    const before = await runsOfThread();
    expect(await runsOfThread()).toBe(before + 1);
  });

  it('brings its errors back with code, sentence and place', async () => {
    await expect(start({ do: 'refuse' })).rejects.toMatchObject({
      name: 'ToolError',
      code: 'NO_DATA',
      message: 'Nothing there.',
      url: 'https://example.org/',
      status: 200,
    });
  });

  it('brings back any other mistake as UNEXPECTED_CONTENT, and the thread lives on', async () => {
    const before = await runsOfThread();
    await expect(start({ do: 'break' })).rejects.toMatchObject({
      code: 'UNEXPECTED_CONTENT',
      message: 'It could not be read: a mistake.',
    });
    expect(await runsOfThread()).toBe(before + 2);
  });
});

describe('a task that does not end', () => {
  it('is ended at its limit with TIMEOUT, and what to do', async () => {
    await expect(start({ do: 'hang' }, { threads, timeoutMs: 50 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'Counting took longer than 0.05 s and was stopped. Count less.',
    });
  });

  it('takes its thread with it: the next task has another', async () => {
    await start({ do: 'runs' });
    await start({ do: 'hang' }, { threads, timeoutMs: 50 }).catch(() => null);
    expect(await runsOfThread()).toBe(1);
  });

  it('is ended when it is cancelled', async () => {
    const cancel = new AbortController();
    const hanging = start({ do: 'hang' }, { ...MINUTE, signal: cancel.signal });
    setImmediate(() => cancel.abort());
    await expect(hanging).rejects.toMatchObject({ code: 'CANCELLED', message: 'Counting was cancelled.' });
  });

  it('is not begun where it is cancelled already', async () => {
    const hanging = start({ do: 'hang' }, { ...MINUTE, signal: AbortSignal.abort() });
    await expect(hanging).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('holds up nobody for good: those that wait for a thread get one at its limit', async () => {
    const hanging = Array.from({ length: LIMITS.threads.busy }, () =>
      start({ do: 'hang' }, { threads, timeoutMs: 100 }).then(
        () => null,
        (error: unknown) => (error instanceof ToolError ? error.code : null),
      ),
    );
    expect((await start({ do: 'count', to: 1 })).head).toBe(1);
    expect(await Promise.all(hanging)).toEqual(hanging.map(() => 'TIMEOUT'));
  });

  it('can be left by those that wait for a thread', async () => {
    const stop = new AbortController();
    const cancel = new AbortController();
    const hanging = Array.from({ length: LIMITS.threads.busy }, () =>
      start({ do: 'hang' }, { ...MINUTE, signal: stop.signal }).catch(() => null),
    );
    const waiting = start({ do: 'runs' }, { ...MINUTE, signal: cancel.signal });
    cancel.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    stop.abort();
    await Promise.all(hanging);
  });
});

describe('a thread that breaks', () => {
  it('is an error that says so, and the next task has another', async () => {
    await expect(start({ do: 'exit' })).rejects.toMatchObject({
      code: 'UNEXPECTED_CONTENT',
      message: 'Counting failed: its reader ended without an answer.',
    });
    expect(await runsOfThread()).toBe(1);
  });
});

describe('a thread that the system does not give', () => {
  it('is an error that says so, and takes no turn from the next task', async () => {
    const none = createThreads(() => {
      throw new Error('no more threads');
    });
    const messages = Array.from({ length: 2 * LIMITS.threads.busy }, () =>
      start({ do: 'runs' }, { ...MINUTE, threads: none }).then(
        () => null,
        (error: unknown) => (error instanceof ToolError ? `${error.code}: ${error.message}` : null),
      ),
    );
    for (const message of await Promise.all(messages))
      expect(message).toMatch(
        /^UNEXPECTED_CONTENT: Counting failed: .* could not be started \(no more threads\)/,
      );
  });
});

describe('threads that are closed', () => {
  it('end those that wait for work, and another task has a new one', async () => {
    await start({ do: 'runs' });
    await threads.close();
    expect(await runsOfThread()).toBe(1);
  });

  it('belong to their pool alone', async () => {
    const others = createThreads();
    await start({ do: 'runs' });
    const { head } = await start({ do: 'runs' }, { ...MINUTE, threads: others });
    expect(head).toBe(1);
    await others.close();
  });
});
