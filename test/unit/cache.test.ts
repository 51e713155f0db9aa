import { createCache } from '../../lib/cache';

const setUp = (bounds = { entries: 10, size: 1000 }) => {
  let now = 1000;
  let loads = 0;
  const cache = createCache(() => now, bounds);
  return {
    cache,
    pass: (ms: number) => {
      now += ms;
    },
    loads: () => loads,
    load:
      (value: string, size = 1) =>
      async () => {
        loads++;
        return { value, fetchedAtMs: now, size };
      },
  };
};
const ttl = { ttlMs: 60_000 };

it('gives an answer again with the time of its request, and says so', async () => {
  const { cache, load, pass, loads } = setUp();
  expect(await cache.get('a', ttl, load('x'))).toEqual({ value: 'x', fetchedAtMs: 1000, cached: false });
  pass(60_000);
  expect(await cache.get('a', ttl, load('y'))).toEqual({ value: 'x', fetchedAtMs: 1000, cached: true });
  pass(1);
  expect(await cache.get('a', ttl, load('y'))).toEqual({ value: 'y', fetchedAtMs: 61_001, cached: false });
  expect(loads()).toBe(2);
});

it('is asked by each with a patience of its own', async () => {
  const { cache, load, pass } = setUp();
  await cache.get('a', ttl, load('x'));
  pass(5000);
  expect((await cache.get('a', { ttlMs: 1000 }, load('y'))).value).toBe('y');
});

it('makes one request for all who ask at the same time', async () => {
  const { cache, load, loads } = setUp();
  const found = await Promise.all(Array.from({ length: 100 }, () => cache.get('a', ttl, load('x'))));
  expect(loads()).toBe(1);
  expect(found.filter(({ cached }) => !cached)).toHaveLength(1);
});

it('shares no request with one that is not alike, and keeps what either brings', async () => {
  const { cache, load, loads } = setUp();
  const [short, long] = await Promise.allSettled([
    cache.get('a', { ...ttl, alike: '1' }, () => Promise.reject(new Error('took longer than 1 s'))),
    cache.get('a', { ...ttl, alike: '15' }, load('x')),
  ]);
  expect([short.status, long.status]).toEqual(['rejected', 'fulfilled']);
  expect(await cache.get('a', { ...ttl, alike: '1' }, load('y'))).toMatchObject({ value: 'x', cached: true });
  expect(loads()).toBe(1);
});

it('neither keeps nor shares with a time of 0', async () => {
  const { cache, load, loads } = setUp();
  await Promise.all([cache.get('a', { ttlMs: 0 }, load('x')), cache.get('a', { ttlMs: 0 }, load('x'))]);
  expect(loads()).toBe(2);
});

it('does not keep failures, which all who waited share', async () => {
  const { cache, load } = setUp();
  const fail = () => Promise.reject(new Error('down'));
  const both = await Promise.allSettled([cache.get('a', ttl, fail), cache.get('a', ttl, load('never'))]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await cache.get('a', ttl, load('x'))).value).toBe('x');
});

it('makes an own request where a failure only concerned the one who asked first', async () => {
  const { cache, load } = setUp();
  const first = cache.get('a', ttl, () => Promise.reject(new Error('cancelled')));
  const second = cache.get('a', { ...ttl, isPersonal: () => true }, load('x'));
  await expect(first).rejects.toThrow('cancelled');
  expect((await second).value).toBe('x');
});

it('does not let a cancelled run wait for the request of another', async () => {
  const { cache, load } = setUp();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const first = cache.get('a', ttl, async () => {
    await arrived;
    return load('x')();
  });
  const stop = new AbortController();
  const second = cache.get('a', { ...ttl, signal: stop.signal }, load('y'));
  stop.abort();
  await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
  arrive();
  expect((await first).value).toBe('x');
});

it('forgets the least recently used beyond its bounds, of number and of size', async () => {
  const { cache, load, loads } = setUp({ entries: 2, size: 10 });
  await cache.get('a', ttl, load('a'));
  await cache.get('b', ttl, load('b'));
  await cache.get('a', ttl, load('a'));
  await cache.get('c', ttl, load('c'));
  expect(loads()).toBe(3);
  await cache.get('a', ttl, load('a'));
  expect(loads()).toBe(3);
  await cache.get('big', ttl, load('big', 10));
  await cache.get('a', ttl, load('a'));
  expect(loads()).toBe(5);
});

it('does not keep what is larger than all of it', async () => {
  const { cache, load, loads } = setUp({ entries: 2, size: 10 });
  await cache.get('a', ttl, load('a', 11));
  await cache.get('a', ttl, load('a', 11));
  expect(loads()).toBe(2);
});

it('asks again after the clock was set back: nothing says how old the answer is', async () => {
  const { cache, load, pass } = setUp();
  await cache.get('a', ttl, load('x'));
  pass(-500);
  expect(await cache.get('a', ttl, load('y'))).toMatchObject({ value: 'y', cached: false });
});
