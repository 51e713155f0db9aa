import { ToolError } from './errors';

/** Time as an argument: the real one in the product, a hand-driven one in tests. */
export interface Clock {
  /** Milliseconds since some moment: for reckoning how long, not for telling the time. */
  now(): number;
  /** Resolves after so many milliseconds. */
  sleep(ms: number): Promise<void>;
}

export const realClock: Clock = {
  // not the time of day: a clock that is set would leave waits of hours, or let two windows through at once
  now: () => Math.floor(performance.now()),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** So many requests in any window of so many milliseconds. */
export interface Limit {
  readonly requests: number;
  readonly perMs: number;
}

export interface Patience {
  readonly signal?: AbortSignal | undefined;
  /** The longest cool-down after a refusal that is worth waiting for; default: any that the budget allows. */
  readonly coolDownMs?: number;
}

export interface RateLimiter {
  /**
   * Waits until one more request under `key` is within `limit`, in the order of the calls. What it answers must be called
   * when the request is over: the window counts from there, so that no delay on the way can press two windows together.
   * RATE_LIMITED with `retryAfterMs`, at once, when the wait would be longer than what the budget has left.
   */
  takeTurn(key: string, limit: Limit, budget: WaitBudget, patience?: Patience): Promise<() => void>;
  /** After a refusal by the server: nobody asks again before this has passed. */
  coolDown(key: string, ms: number): void;
}

/** The cause of a RATE_LIMITED that no server said: the caller's own budget for waiting was too small. */
export class WaitTooLong extends Error {}

/**
 * How long one run may wait, all its items together. Waits that overlap count once.
 */
export class WaitBudget {
  private spentMs = 0;
  private waiting = 0;
  private since = 0;

  constructor(private readonly totalMs: number) {}

  remaining(nowMs: number): number {
    return this.totalMs - this.spentMs - (this.waiting > 0 ? nowMs - this.since : 0);
  }

  begin(nowMs: number): void {
    if (this.waiting++ === 0) this.since = nowMs;
  }

  end(nowMs: number): void {
    if (--this.waiting === 0) this.spentMs += nowMs - this.since;
  }
}

export function createRateLimiter(clock: Clock): RateLimiter {
  const queues = new Map<string, Queue>();
  const queueOf = (key: string): Queue => {
    const known = queues.get(key);
    if (known !== undefined) return known;
    // Queues without a memory of anything recent are forgotten, so that keys that come and go leave nothing.
    for (const [other, queue] of queues) if (queue.isIdle()) queues.delete(other);
    const made = new Queue(clock);
    queues.set(key, made);
    return made;
  };
  return {
    takeTurn: (key, limit, budget, patience = {}) => queueOf(key).takeTurn(limit, budget, patience),
    coolDown: (key, ms) => {
      queueOf(key).coolDown(ms);
    },
  };
}

interface Waiter {
  readonly deadlineMs: number;
  start(): void;
  refuse(startMs: number): void;
}

class Queue {
  private limit: Limit = { requests: 1, perMs: 1000 };
  private inFlight = 0;
  /** When each used place is free again, ascending. */
  private freeAt: number[] = [];
  private coolUntil = 0;
  private readonly waiters: Waiter[] = [];
  private wakeAt = Infinity;

  constructor(private readonly clock: Clock) {}

  isIdle(): boolean {
    this.forget();
    return (
      this.inFlight + this.freeAt.length + this.waiters.length === 0 && this.coolUntil <= this.clock.now()
    );
  }

  async takeTurn(limit: Limit, budget: WaitBudget, patience: Patience): Promise<() => void> {
    const { signal, coolDownMs = Infinity } = patience;
    this.limit = limit;
    if (signal?.aborted === true) throw cancelled();
    this.forget();
    const now = this.clock.now();
    const startMs = this.startsOf(this.waiters.length + 1, now).at(-1) ?? now;
    if (startMs - now > Math.max(0, budget.remaining(now))) throw tooLong(startMs - now);
    if (this.coolUntil - now > coolDownMs) throw stillCooling(this.coolUntil - now);
    if (startMs > now || this.waiters.length > 0) await this.wait(budget, signal);
    else this.inFlight++;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.inFlight--;
      this.freeAt.push(this.clock.now() + this.limit.perMs);
      this.pump();
    };
  }

  coolDown(ms: number): void {
    this.coolUntil = Math.max(this.coolUntil, this.clock.now() + ms);
    this.pump();
  }

  private async wait(budget: WaitBudget, signal?: AbortSignal): Promise<void> {
    const { clock, waiters } = this;
    const begun = clock.now();
    const deadlineMs = begun + budget.remaining(begun);
    budget.begin(begun);
    const own = new AbortController();
    try {
      await new Promise<void>((resolve, reject) => {
        const waiter: Waiter = {
          deadlineMs,
          start: resolve,
          refuse: (startMs) => {
            reject(tooLong(startMs - clock.now()));
          },
        };
        waiters.push(waiter);
        const leave = (): void => {
          const index = waiters.indexOf(waiter);
          if (index >= 0) waiters.splice(index, 1);
          reject(cancelled());
        };
        signal?.addEventListener('abort', leave, { once: true, signal: own.signal });
        this.pump();
      });
    } finally {
      own.abort();
      budget.end(clock.now());
    }
  }

  /** Starts who may start, refuses who would start too late, and wakes again for the next one. */
  private pump(): void {
    this.forget();
    const starts = this.startsOf(this.waiters.length, this.clock.now());
    const late = this.waiters.filter((waiter, i) => (starts[i] ?? 0) > waiter.deadlineMs);
    for (const waiter of late) {
      const index = this.waiters.indexOf(waiter);
      waiter.refuse(starts[index] ?? this.clock.now());
    }
    const left = this.waiters.filter((waiter) => !late.includes(waiter));
    this.waiters.splice(0, this.waiters.length, ...left);
    while (
      this.waiters.length > 0 &&
      (this.startsOf(1, this.clock.now())[0] ?? 0) <= this.clock.now() &&
      this.hasRoom()
    ) {
      this.inFlight++;
      this.waiters.shift()?.start();
    }
    this.scheduleWake();
  }

  private hasRoom(): boolean {
    return this.inFlight + this.freeAt.length < this.limit.requests;
  }

  private scheduleWake(): void {
    if (this.waiters.length === 0) return;
    const now = this.clock.now();
    // With nothing but requests in flight the next one that ends pumps, but they may take longer than anybody waits.
    const patience = Math.min(...this.waiters.map(({ deadlineMs }) => deadlineMs));
    const start = Math.max(this.coolUntil, this.hasRoom() ? now : (this.freeAt[0] ?? Infinity));
    const at = Math.min(start, patience);
    if (at >= this.wakeAt) return;
    this.wakeAt = at;
    void this.clock.sleep(Math.max(1, at - now)).then(() => {
      if (this.wakeAt === at) this.wakeAt = Infinity;
      this.pump();
    });
  }

  /** When the next `count` requests would start, if those in flight ended now. One `now` for all: time goes on. */
  private startsOf(count: number, now: number): readonly number[] {
    const { requests, perMs } = this.limit;
    const busy = [...this.freeAt, ...Array.from({ length: this.inFlight }, () => now + perMs)].sort(
      (a, b) => a - b,
    );
    return Array.from({ length: count }, () => {
      const free = busy.length < requests ? now : (busy[busy.length - requests] ?? now);
      const start = Math.max(now, this.coolUntil, free);
      busy.push(start + perMs);
      return start;
    });
  }

  private forget(): void {
    const now = this.clock.now();
    this.freeAt = this.freeAt.filter((at) => at > now);
  }
}

function tooLong(ms: number): ToolError {
  const seconds = Math.ceil(ms / 1000);
  return new ToolError(
    'RATE_LIMITED',
    `The limit of requests leaves none for another ${seconds} s, which is longer than this run may still wait. Try again after that, or raise Wait For Rate Limit (an AI agent never waits).`,
    { retryAfterMs: Math.ceil(ms), cause: new WaitTooLong() },
  );
}

function stillCooling(ms: number): ToolError {
  return new ToolError(
    'RATE_LIMITED',
    `The provider refused more requests a moment ago and is left alone for another ${Math.ceil(ms / 1000)} s.`,
    { retryAfterMs: Math.ceil(ms), cause: new WaitTooLong() },
  );
}

function cancelled(): ToolError {
  return new ToolError('CANCELLED', 'The execution was canceled while it waited for the rate limit.');
}
