/**
 * What reading a list costs, as ratios within one run: a 96-row page of Capitol Trades, cross-check included, against
 * one htmlparser2 pass with empty handlers over the same text.
 *   node test/bench/parsers.bench.mjs [PAGE.html]     over the built product (dist)
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { capitolPage } from '../replay/capitolPages.mjs';

const require = createRequire(import.meta.url);
const NOW = '2026-02-25T16:00:00Z';

/** `{ name, ratio, atMost, detail }` for every comparison. */
export function benchParsers({ rounds = 60, file } = {}) {
  const { Parser } = require('htmlparser2');
  const { parserFor } = require('../../dist/lib/monitor/parsers/index.js');
  const text = file
    ? readFileSync(file, 'utf8')
    : capitolPage({ seed: '1', start: NOW, now: NOW, count: 400, pageSize: 96 });
  const page = {
    text,
    url: 'https://www.capitoltrades.com/trades',
    fetchedAtMs: Date.parse(NOW),
    headers: { date: new Date(NOW).toUTCString() },
  };
  const capitol = parserFor('capitol_trades');
  const handlers = {
    onopentag() {},
    ontext() {},
    onclosetag() {},
    oncomment() {},
    onprocessinginstruction() {},
  };
  const bare = () => new Parser(handlers).end(text);
  const ours = () => {
    const { entries, warnings } = capitol.parse(page, {});
    if (entries.length !== 96 || warnings.length > 0)
      throw new Error(`${entries.length} entries, ${warnings[0]}`);
  };
  const [bareMs, oursMs] = compare(rounds, bare, ours);
  return [
    {
      name: 'capitol_trades, 96 rows, against a bare htmlparser2 pass',
      ratio: oursMs / bareMs,
      atMost: 1.8,
      detail: `${(text.length / 1024).toFixed(0)} K characters: ${oursMs.toFixed(2)} ms against ${bareMs.toFixed(2)} ms`,
    },
  ];
}

/** Medians in milliseconds; the two take turns, so that a busy machine slows both. */
function compare(rounds, ...works) {
  const times = works.map(() => []);
  for (let round = -10; round < rounds; round++)
    works.forEach((work, k) => {
      const from = performance.now();
      work();
      if (round >= 0) times[k].push(performance.now() - from);
    });
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const results = benchParsers({ file: process.argv[2] });
  console.log('## Reading a list page\n');
  for (const { name, ratio, atMost, detail } of results)
    console.log(`- ${name}: ${ratio.toFixed(2)} (at most ${atMost}); ${detail}`);
  if (results.some(({ ratio, atMost }) => ratio > atMost)) process.exitCode = 1;
}
