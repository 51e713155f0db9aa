import { createPoliteness } from '../../../lib/http/politeness';

const never = new AbortController().signal;
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns at a host', () => {
  it('are given to two at a time, in the order of asking', async () => {
    const politeness = createPoliteness();
    const order: number[] = [];
    const take = async (n: number) => {
      const giveBack = await politeness.takeTurn('a.test', never);
      order.push(n);
      return giveBack;
    };
    const first = await take(1);
    const second = await take(2);
    const third = take(3);
    const fourth = take(4);
    await settle();
    expect(order).toEqual([1, 2]);
    first();
    await third;
    expect(order).toEqual([1, 2, 3]);
    first();
    await settle();
    expect(order).toEqual([1, 2, 3]);
    second();
    await fourth;
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('of one host do not hold up another', async () => {
    const politeness = createPoliteness();
    await politeness.takeTurn('a.test', never);
    await politeness.takeTurn('a.test', never);
    expect(await politeness.takeTurn('b.test', never)).toBeInstanceOf(Function);
  });

  it('are not lost when one that waits gives up', async () => {
    const politeness = createPoliteness();
    const first = await politeness.takeTurn('a.test', never);
    await politeness.takeTurn('a.test', never);
    const cancel = new AbortController();
    const givesUp = politeness.takeTurn('a.test', cancel.signal);
    const stays = politeness.takeTurn('a.test', never);
    cancel.abort(new Error('enough'));
    await expect(givesUp).rejects.toThrow('enough');
    first();
    expect(await stays).toBeInstanceOf(Function);
  });

  it("at SEC's hosts start at most ten times a second, all hosts together", async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    try {
      const politeness = createPoliteness();
      let started = 0;
      for (let i = 0; i < 30; i++)
        void politeness.takeTurn(`${i}.sec.gov`, never).then((giveBack) => {
          started++;
          giveBack();
        });
      await jest.advanceTimersByTimeAsync(0);
      expect(started).toBe(1);
      await jest.advanceTimersByTimeAsync(1000);
      expect(started).toBeLessThanOrEqual(11);
      expect(started).toBeGreaterThanOrEqual(10);
      await jest.advanceTimersByTimeAsync(2000);
      expect(started).toBe(30);
    } finally {
      jest.useRealTimers();
    }
  });
});
