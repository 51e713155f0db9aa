import { createRateLimiter, realClock, WaitBudget, type Clock } from '../../lib/rateLimiter';
import { ToolError } from '../../lib/errors';
import { handClock } from '../helpers/handClock';

const EIGHT = { requests: 8, perMs: 60_000 };
const MINUTES = 60_000;

/** Asks `count` times at once; each request takes `takesMs`. Answers when each one started, or its error. */
async function burst(count: number, budgetMs: number, takesMs = 100) {
  const clock = handClock();
  const limiter = createRateLimiter(clock);
  const budget = new WaitBudget(budgetMs);
  const asked = Array.from({ length: count }, async () => {
    try {
      const done = await limiter.takeTurn('key', EIGHT, budget);
      const startedAt = clock.now();
      await clock.sleep(takesMs);
      done();
      return startedAt;
    } catch (error) {
      if (error instanceof ToolError) return error;
      throw error;
    }
  });
  await clock.runUntilIdle();
  return Promise.all(asked);
}

const started = (results: readonly (number | ToolError)[]) =>
  results.filter((result) => typeof result === 'number');
const refused = (results: readonly (number | ToolError)[]) =>
  results.filter((result) => result instanceof ToolError);

it('lets 50 requests through 8 a minute, in order, with never more than 8 within a minute', async () => {
  const starts = started(await burst(50, 10 * MINUTES));
  expect(starts).toHaveLength(50);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  starts.forEach((at, i) => {
    const ninth = starts[i + 8];
    if (ninth !== undefined) expect(ninth - at).toBeGreaterThan(60_000);
  });
  expect(starts.at(-1)).toBeLessThan(7 * MINUTES);
});

it('refuses at once what would wait longer than the budget, with the time to try again', async () => {
  const results = await burst(20, 0);
  expect(started(results)).toHaveLength(8);
  for (const error of refused(results)) {
    expect(error.code).toBe('RATE_LIMITED');
    expect(error.retryAfterMs).toBeGreaterThan(59_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(120_200);
  }
});

it('serves as many as the budget allows and refuses the rest', async () => {
  const results = await burst(50, 2.5 * MINUTES);
  expect([started(results).length, refused(results).length]).toEqual([24, 26]);
});

describe('the limiter', () => {
  const setUp = () => {
    const clock = handClock();
    return { clock, limiter: createRateLimiter(clock), budget: new WaitBudget(10 * MINUTES) };
  };
  const take = async (clock: Clock, work: Promise<() => void>) => {
    (await work)();
    return clock.now();
  };

  it('counts each key by itself', async () => {
    const { limiter, budget } = setUp();
    const one = { requests: 1, perMs: 60_000 };
    (await limiter.takeTurn('a', one, budget))();
    (await limiter.takeTurn('b', one, budget))();
    expect(budget.remaining(0)).toBe(10 * MINUTES);
  });

  it('counts from the end of a request, so that a slow one cannot press two windows together', async () => {
    const { clock, limiter, budget } = setUp();
    const one = { requests: 1, perMs: 1000 };
    const done = await limiter.takeTurn('a', one, budget);
    const second = take(clock, limiter.takeTurn('a', one, budget));
    await clock.advance(5000);
    done();
    await clock.runUntilIdle();
    expect(await second).toBe(6000);
  });

  it('asks nobody during the cool-down after a refusal, and refuses who cannot wait for its end', async () => {
    const { clock, limiter } = setUp();
    limiter.coolDown('a', 5 * MINUTES);
    const patient = take(clock, limiter.takeTurn('a', EIGHT, new WaitBudget(10 * MINUTES)));
    const refusal = await limiter
      .takeTurn('a', EIGHT, new WaitBudget(MINUTES))
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 5 * MINUTES });
    await clock.runUntilIdle();
    expect(await patient).toBe(5 * MINUTES);
  });

  it('does not wait for the end of a cool-down that is longer than its patience', async () => {
    const { limiter, budget } = setUp();
    limiter.coolDown('a', MINUTES);
    const refusal = await limiter
      .takeTurn('a', EIGHT, budget, { coolDownMs: 5000 })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: MINUTES });
  });

  it('ends the waiting of those whom a longer cool-down leaves no time', async () => {
    const { clock, limiter } = setUp();
    (await limiter.takeTurn('a', { requests: 1, perMs: MINUTES }, new WaitBudget(0)))();
    const waiting = limiter
      .takeTurn('a', { requests: 1, perMs: MINUTES }, new WaitBudget(2 * MINUTES))
      .catch((error: unknown) => error);
    await clock.advance(1000);
    limiter.coolDown('a', 60 * MINUTES);
    expect(await waiting).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 60 * MINUTES });
  });

  it('lets a cancelled run go, and its place to the next', async () => {
    const { clock, limiter, budget } = setUp();
    const one = { requests: 1, perMs: MINUTES };
    (await limiter.takeTurn('a', one, budget))();
    const stop = new AbortController();
    const first = limiter
      .takeTurn('a', one, budget, { signal: stop.signal })
      .catch((error: unknown) => error);
    const second = take(clock, limiter.takeTurn('a', one, budget));
    stop.abort();
    expect(await first).toMatchObject({ code: 'CANCELLED' });
    await clock.runUntilIdle();
    expect(await second).toBe(MINUTES);
  });

  it('counts waits that overlap once', async () => {
    const { clock, limiter, budget } = setUp();
    const one = { requests: 1, perMs: MINUTES };
    (await limiter.takeTurn('a', one, budget))();
    (await limiter.takeTurn('b', one, budget))();
    const both = ['a', 'b'].map((key) => take(clock, limiter.takeTurn(key, one, budget)));
    await clock.runUntilIdle();
    await Promise.all(both);
    expect(budget.remaining(clock.now())).toBe(9 * MINUTES);
  });
});

it('lets the first request through without any patience, also where the clock goes on meanwhile', async () => {
  let now = 1_000;
  const limiter = createRateLimiter({ now: () => now++, sleep: () => Promise.resolve() });
  const over = await limiter.takeTurn('key', { requests: 1, perMs: 60_000 }, new WaitBudget(0));
  over();
});

it('keeps nobody beyond the budget behind a request that takes longer than it', async () => {
  const clock = handClock();
  const limiter = createRateLimiter(clock);
  const limit = { requests: 1, perMs: 1000 };
  await limiter.takeTurn('key', limit, new WaitBudget(0));
  const refusedAt = limiter.takeTurn('key', limit, new WaitBudget(5000)).catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'RATE_LIMITED' });
    return clock.now();
  });
  await clock.advance(300_000);
  expect(await refusedAt).toBe(5000);
});

it.each([-3_600_000, 3_600_000])('does not mind a time of day that is set by %i ms', async (ms) => {
  const limiter = createRateLimiter(realClock);
  const limit = { requests: 1, perMs: 60_000 };
  (await limiter.takeTurn('key', limit, new WaitBudget(0)))();
  const set = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
  try {
    const refused = await limiter.takeTurn('key', limit, new WaitBudget(0)).catch((error: unknown) => error);
    const wait = refused instanceof ToolError ? refused.retryAfterMs : undefined;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60_000);
  } finally {
    set.mockRestore();
  }
});
