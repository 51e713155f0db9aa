/**
 * 50 symbols with default settings against a server that allows 8 requests in any minute and refuses the ninth:
 * all must arrive, in order, and nothing be refused. Takes about six minutes of real time, so it is run by hand:
 *   node test/bench/directApi.bench.mjs --real-time     over the built product (dist)
 */
import { marketOverDist, serve } from './marketSite.mjs';

const SYMBOLS = Array.from({ length: 50 }, (_, i) => `S${i}`);
const served = [];
let refused = 0;

const site = await serve((url) => {
  const now = Date.now();
  if (served.filter(({ at }) => now - at < 60_000).length >= 8) {
    refused++;
    return { status: 429, json: { code: 429, message: 'You have run out of API credits.', status: 'error' } };
  }
  const symbol = url.searchParams.get('symbol');
  served.push({ at: now, symbol });
  return { symbol, close: '1.5', datetime: '2026-05-12' };
});
const market = marketOverDist(site.url);
const start = Date.now();
let arrived = 0;
for (const symbol of SYMBOLS) {
  const { data } = await market.quote(symbol);
  if (data.symbol === symbol) arrived++;
}
await market.close();
await site.close();

const inOrder = served.every(({ symbol }, i) => symbol === SYMBOLS[i]);
const seconds = ((Date.now() - start) / 1000).toFixed(0);
console.log(
  `50 symbols, 8 a minute: ${arrived} arrived, ${inOrder ? 'in order' : 'out of order'}, ${refused} refused, ${seconds} s`,
);
if (arrived !== 50 || !inOrder || refused > 0) process.exitCode = 1;
