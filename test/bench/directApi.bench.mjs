/**
 * What a cached quote costs against one that is fetched from a server on this machine, within one run.
 *   node test/bench/directApi.bench.mjs     over the built product (dist)
 */
import { marketOverDist, serve } from './marketSite.mjs';

const site = await serve((url) => ({
  symbol: url.searchParams.get('symbol'),
  close: '102.50000',
  datetime: '2026-05-12',
}));
const market = marketOverDist(site.url, { perMinute: 10_000 });

/** The median of the milliseconds that one call takes. */
async function median(calls, call) {
  const times = [];
  for (let i = 0; i < calls; i++) {
    const start = process.hrtime.bigint();
    await call(i);
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return times.sort((a, b) => a - b)[Math.floor(calls / 2)];
}

await median(200, (i) => market.quote(`WARM${i}`));
const missMs = await median(500, (i) => market.quote(`MISS${i}`));
await market.quote('HIT');
const hitMs = await median(20_000, () => market.quote('HIT'));
await market.close();
await site.close();

const ratio = hitMs / missMs;
console.log('## DirectAPI\n');
console.log('| what | ratio | at most | detail |\n| --- | ---: | ---: | --- |');
console.log(
  `| a cached quote against one fetched on loopback | ${(ratio * 100).toFixed(2)} % | 1 % | ${(hitMs * 1000).toFixed(1)} µs against ${(missMs * 1000).toFixed(0)} µs |`,
);
process.exitCode = ratio <= 0.01 ? 0 : 1;

// Six minutes of real time: 50 symbols against a server that refuses the ninth within a minute.
if (process.argv.includes('--real-time')) await import('./directApi.realtime.mjs');
