import type { Clock } from '../../lib/rateLimiter';

export interface HandClock extends Clock {
  /** Moves time forward, waking sleepers in the order of their times. */
  advance(ms: number): Promise<void>;
  /** Moves time forward as long as somebody sleeps. */
  runUntilIdle(): Promise<void>;
}

/** A clock that stands still until it is moved by hand; it starts at 0. */
export function handClock(): HandClock {
  let now = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  const settle = async () => {
    for (let i = 0; i < 50; i++) await Promise.resolve();
  };
  const wakeNext = async (until: number): Promise<boolean> => {
    await settle();
    sleepers.sort((a, b) => a.at - b.at);
    const next = sleepers[0];
    if (next === undefined || next.at > until) return false;
    sleepers.shift();
    now = Math.max(now, next.at);
    next.wake();
    return true;
  };
  return {
    now: () => now,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
    async advance(ms) {
      const until = now + ms;
      while (await wakeNext(until));
      now = until;
    },
    async runUntilIdle() {
      while (await wakeNext(Infinity));
    },
  };
}
