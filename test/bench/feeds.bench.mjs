/**
 * What reading a large feed costs beside its peers, as ratios of CPU time within one run. All start from the bytes of the
 * answer, as everybody has to; the second figure beside feedsmith is against text that was decoded for it already.
 * Feeds are made here; the largest of ../shared/corpus/feeds join them where it lies beside this checkout.
 *   npm run bench -- feeds
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { largeFeeds } from './feeds.mjs';

const require = createRequire(import.meta.url);
const peers = createRequire(new URL('./peers/', import.meta.url));
const { readFeed } = require('../../dist/lib/feed/readFeed.js');
const { parseFeed } = await import(peers.resolve('feedsmith'));
const RssParser = peers('rss-parser');
const FeedParser = peers('feedparser');

const ROUNDS = Number(process.env.ROUNDS ?? 7);
/** Slow ones are measured less often: nothing is decided by them. */
const SLOW_ROUNDS = 2;
const url = 'https://example.org/feed';
const readers = {
  ours: ({ bytes }) => readFeed(bytes, { url, contentType: 'application/xml; charset=utf-8' }).entries.length,
  feedsmith: ({ bytes }) => entriesOf(parseFeed(new TextDecoder().decode(bytes))),
  'feedsmith, decoded': ({ text }) => entriesOf(parseFeed(text)),
  'rss-parser': async ({ bytes }) => (await new RssParser().parseString(bytes.toString('utf8'))).items.length,
  feedparser: ({ bytes }) => viaFeedparser(bytes),
};

const feeds = [...largeFeeds(), ...corpusFeeds()].map((feed) => ({
  ...feed,
  text: feed.bytes.toString('utf8'),
}));
const rows = [];
for (const feed of feeds) rows.push(await measured(feed));

console.log(
  `## Feeds\n\nMB/s of CPU time from bytes, the best of ${ROUNDS} rounds. Wanted: 1.0 beside feedsmith over all.\n`,
);
console.log('| feed | MB | ours MB/s | / feedsmith | / feedsmith, decoded | / rss-parser | / feedparser |');
console.log('| --- | --: | --: | --: | --: | --: | --: |');
for (const { name, megabytes, ms } of rows) console.log(lineOf(name, megabytes, ms));
const total = Object.fromEntries(
  Object.keys(readers).map((reader) => [reader, rows.reduce((sum, { ms }) => sum + ms[reader], 0)]),
);
console.log(
  lineOf(
    '**all**',
    rows.reduce((sum, { megabytes }) => sum + megabytes, 0),
    total,
  ),
);
process.exit(total.feedsmith / total.ours >= 1 ? 0 : 1);

function lineOf(name, megabytes, ms) {
  const ratio = (peer) => (Number.isFinite(ms[peer]) ? (ms[peer] / ms.ours).toFixed(2) : 'fails');
  const ratios = ['feedsmith', 'feedsmith, decoded', 'rss-parser', 'feedparser'].map(ratio).join(' | ');
  return `| ${name} | ${megabytes.toFixed(1)} | ${((1000 * megabytes) / ms.ours).toFixed(0)} | ${ratios} |`;
}

/** The readers take turns, so that a busy machine slows all of them. */
async function measured(feed) {
  const ms = Object.fromEntries(Object.keys(readers).map((reader) => [reader, Infinity]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [reader, read] of Object.entries(readers)) {
      if (round >= SLOW_ROUNDS && (reader === 'rss-parser' || reader === 'feedparser')) continue;
      globalThis.gc?.();
      const before = process.cpuUsage();
      const found = await Promise.resolve(feed)
        .then(read)
        .catch(() => null);
      const { user, system } = process.cpuUsage(before);
      if (found === feed.entries) ms[reader] = Math.min(ms[reader], (user + system) / 1000);
    }
  if (!Number.isFinite(ms.ours)) throw new Error(`${feed.name}: entries are missing`);
  return { name: feed.name, megabytes: feed.bytes.length / 1048576, ms };
}

function entriesOf({ feed }) {
  return (feed.items ?? feed.entries).length;
}

function viaFeedparser(bytes) {
  return new Promise((resolve, reject) => {
    let count = 0;
    const parser = new FeedParser({ feedurl: url });
    parser.on('error', reject);
    parser.on('data', () => (count += 1));
    parser.on('end', () => resolve(count));
    Readable.from([bytes]).pipe(parser);
  });
}

/** The largest feeds of the corpus in UTF-8, repeated reading being what is measured: small ones say nothing. */
function corpusFeeds() {
  const folder = fileURLToPath(new URL('../../../shared/corpus/feeds/files/', import.meta.url));
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => ({ name, path: join(folder, name) }))
    .map((file) => ({ ...file, stat: statSync(file.path) }))
    .filter(({ stat }) => stat.isFile() && stat.size > 100 * 1024)
    .sort((a, b) => b.stat.size - a.stat.size)
    .slice(0, 5)
    .map(({ name, path }) => ({ name, bytes: readFileSync(path) }))
    .flatMap(({ name, bytes }) => {
      try {
        return [{ name, bytes, entries: entriesOf(parseFeed(bytes.toString('utf8'))) }];
      } catch {
        return [];
      }
    });
}
