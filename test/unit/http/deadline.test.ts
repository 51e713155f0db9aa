import { LIMITS } from '../../../lib/limits';
import { startDeadline } from '../../../lib/http/deadline';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

describe('the time of a request', () => {
  it('ends with TIMEOUT', () => {
    const deadline = startDeadline(2000, 'a.test', undefined);
    jest.advanceTimersByTime(1999);
    expect(deadline.signal.aborted).toBe(false);
    expect(deadline.remainingMs()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(deadline.signal.reason).toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('a.test'),
    });
  });

  it('stands still while the request waits for others', async () => {
    const deadline = startDeadline(2000, 'a.test', undefined);
    jest.advanceTimersByTime(1500);
    let go = (): void => undefined;
    const waiting = deadline.outside(() => new Promise<void>((resolve) => (go = resolve)));
    jest.advanceTimersByTime(30_000);
    expect(deadline.signal.aborted).toBe(false);
    go();
    await waiting;
    expect(deadline.remainingMs()).toBe(500);
    jest.advanceTimersByTime(500);
    expect(deadline.signal.reason).toMatchObject({ code: 'TIMEOUT' });
  });

  it('does not let it wait for ever', () => {
    const deadline = startDeadline(2000, 'a.test', undefined);
    void deadline.outside(never);
    jest.advanceTimersByTime(LIMITS.turnWaitMs);
    expect(deadline.signal.reason).toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('other requests'),
    });
  });

  it('ends when the execution is cancelled, before or after the start', () => {
    const cancel = new AbortController();
    const before = startDeadline(2000, 'a.test', cancel.signal);
    cancel.abort();
    const after = startDeadline(2000, 'a.test', cancel.signal);
    for (const { signal } of [before, after]) expect(signal.reason).toMatchObject({ code: 'CANCELLED' });
  });

  it('leaves no clock running behind', () => {
    const deadline = startDeadline(2000, 'a.test', new AbortController().signal);
    deadline.end();
    expect(jest.getTimerCount()).toBe(0);
  });
});
