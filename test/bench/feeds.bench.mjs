/**
 * What reading a large feed costs beside its peers, as ratios of CPU time within one run. All start from the bytes of the
 * answer, as everybody has to. Feeds are made here; where ../shared/corpus lies beside this checkout its feeds join them.
 *   npm run bench -- feeds
 */
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { corpusFeeds } from './feedsOfCorpus.mjs';
import { largeFeeds } from './feeds.mjs';

const require = createRequire(import.meta.url);
const peers = createRequire(new URL('./peers/', import.meta.url));
const { readFeed } = require('../../dist/lib/feed/readFeed.js');
const { parseFeed } = await import(peers.resolve('feedsmith'));
const RssParser = peers('rss-parser');
const FeedParser = peers('feedparser');
const toText = peers('html-to-text').compile({ wordwrap: false });

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** A small feed is read again and again for so long: one reading is less than clock and collector make of it. */
const ROUND_MS = 60;
/** Nothing is decided by them, and they are slow. */
const ONCE = ['rss-parser', 'feedparser'];

const url = 'https://example.org/feed';
const entries = (bytes) => readFeed(bytes, { url, contentType: 'application/xml; charset=utf-8' }).entries;
const theirs = (bytes) => {
  const { feed } = parseFeed(new TextDecoder().decode(bytes));
  return feed.items ?? feed.entries ?? [];
};
/** Each takes the bytes of one feed and gives the number of its entries. */
const readers = {
  ours: (bytes) => entries(bytes).length,
  'ours, texts': (bytes) => countRead(entries(bytes), ({ description, content }) => [description, content]),
  feedsmith: (bytes) => theirs(bytes).length,
  'feedsmith, HTML': (bytes) => countRead(theirs(bytes), htmlOf),
  'feedsmith, texts': (bytes) => countRead(theirs(bytes), (item) => htmlOf(item).map((html) => toText(html))),
  'rss-parser': async (bytes) => (await new RssParser().parseString(bytes.toString('utf8'))).items.length,
  feedparser: viaFeedparser,
};
/** What is divided by what. */
const RATIOS = {
  feedsmith: ['feedsmith', 'ours'],
  'feedsmith, with all texts': ['feedsmith, texts', 'ours, texts'],
  'feedsmith’s HTML beside our texts': ['feedsmith, HTML', 'ours, texts'],
  'rss-parser': ['rss-parser', 'ours'],
  feedparser: ['feedparser', 'ours'],
};

const { largest, all } = corpusFeeds((bytes) => theirs(bytes).length);
const synthetic = await measuredAll(largeFeeds());
const real = await measuredAll(largest);
const whole =
  all.length === 0 ? [] : await measuredAll([{ name: `all ${all.length} real ones`, documents: all }]);
const total = sumOf('**large ones together**', [...synthetic, ...real]);
const median = medianOf('**median of the large real ones**', real);

console.log(`## Feeds

MB/s of CPU time from bytes, the best of ${ROUNDS} rounds, and how many times as long others take.

- **feedsmith**: entries with their contents kept, HTML as it came. We make the texts of an entry when they are asked for.
- **with all texts**: every description and content made plain text; feedsmith's by html-to-text.
- **feedsmith's HTML beside our texts**: all of our texts made, none of feedsmith's. No like for like: it says what the texts cost.

Wanted: 1.0 in the first two, all large feeds together and in the median of the real ones.
`);
console.log(`| feed | MB | MB/s | MB/s with texts | ${Object.keys(RATIOS).join(' | ')} |`);
console.log(`| --- | --: | --: | --: |${' --: |'.repeat(Object.keys(RATIOS).length)}`);
for (const row of [...synthetic, ...real, ...whole, total, ...(real.length === 0 ? [] : [median])])
  console.log(lineOf(row));

const isMet = (row) => ratio(row, 'feedsmith') >= 1 && ratio(row, 'feedsmith, with all texts') >= 1;
process.exit(isMet(total) && (real.length === 0 || isMet(median)) ? 0 : 1);

function ratio(row, name) {
  const [above, below] = RATIOS[name];
  return row.ratios?.[name] ?? row.ms[above] / row.ms[below];
}

function lineOf(row) {
  const ratios = Object.keys(RATIOS).map((name) => {
    const value = ratio(row, name);
    return Number.isFinite(value) ? value.toFixed(2) : '–';
  });
  const speed = (reader) =>
    row.ms === undefined ? '' : ((1000 * row.megabytes) / row.ms[reader]).toFixed(0);
  const size = row.ms === undefined ? '' : row.megabytes.toFixed(1);
  return `| ${row.name} | ${size} | ${speed('ours')} | ${speed('ours, texts')} | ${ratios.join(' | ')} |`;
}

function sumOf(name, rows) {
  const sum = (of) => rows.reduce((so, row) => so + of(row), 0);
  const ms = Object.fromEntries(Object.keys(readers).map((reader) => [reader, sum((row) => row.ms[reader])]));
  return { name, megabytes: sum((row) => row.megabytes), ms };
}

function medianOf(name, rows) {
  const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const ratios = Object.keys(RATIOS).map((each) => [each, middle(rows.map((row) => ratio(row, each)))]);
  return { name, ratios: Object.fromEntries(ratios) };
}

async function measuredAll(feeds) {
  const rows = [];
  for (const feed of feeds) rows.push(await measured(feed));
  return rows;
}

/** The readers take turns, so that a busy machine slows all of them. */
async function measured({ name, documents, entries: expected }) {
  const ms = Object.fromEntries(Object.keys(readers).map((reader) => [reader, Infinity]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [reader, read] of Object.entries(readers)) {
      if (ONCE.includes(reader) && (round > 0 || documents.length > 1)) continue;
      ms[reader] = Math.min(ms[reader], await timeOf(read, documents, expected));
    }
  if (!Number.isFinite(ms.ours)) throw new Error(`${name}: entries are missing`);
  return { name, megabytes: documents.reduce((sum, { length }) => sum + length, 0) / 1048576, ms };
}

/** Milliseconds of one reading; endless where it fails or gives another number of entries. */
async function timeOf(read, documents, expected) {
  const readAll = async () => {
    let found = 0;
    for (const bytes of documents) found += await read(bytes);
    return expected === undefined || found === expected;
  };
  globalThis.gc?.();
  try {
    // after a collection memory is handed out anew: that is no part of the reading
    if (!(await readAll())) return Infinity;
    const before = process.cpuUsage();
    for (let times = 1; ; times++) {
      await readAll();
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      if (ms >= ROUND_MS) return ms / times;
    }
  } catch {
    return Infinity;
  }
}

/** Reads the last character of each text: an engine puts some strings together only then. */
function countRead(items, textsOf) {
  for (const item of items) for (const text of textsOf(item)) text?.charCodeAt(text.length - 1);
  return items.length;
}

function htmlOf({ description, summary, content, content_html, content_text }) {
  const written = [description, summary, content, content_html, content_text];
  return written
    .map((text) => text?.encoded ?? text?.value ?? text)
    .filter((text) => typeof text === 'string');
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
