/**
 * The day on which a page was published, beside metascraper-date and Readability: how often it is right where something is said,
 * how often anything is said, what is said of pages that name no day, and what it costs (CPU time, one reading of a page each).
 * Pages with known days: ../shared/corpus/html/dates where it lies beside this checkout; without it there is nothing to measure.
 *   npm run bench -- dates
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const peers = createRequire(new URL('./peers/', import.meta.url));
const { readPage } = require('../../dist/lib/html/readPage.js');
const { decodeText } = require('../../dist/lib/charset.js');
const metascraper = peers('metascraper')([peers('metascraper-date')({ datePublished: true })]);
const { Readability } = peers('@mozilla/readability');
const { parseHTML } = peers('linkedom');

const FOLDER = new URL('../../../shared/corpus/html/dates/', import.meta.url);
const PRECISION_AT_LEAST = 1;
const SPEED_AT_LEAST = 1;

/** A way to read a page, and the columns of its answer: a name, and where the day stands. */
const readers = [
  [({ html, url }) => readPage(html, { url, format: 'text' }), [['WebFetch', 'publishedAsWritten']]],
  [
    metascraper,
    [
      ['metascraper-date, datePublished', 'datePublished'],
      ['metascraper-date, date', 'date'],
    ],
  ],
  [
    ({ html }) => new Readability(parseHTML(html).document).parse() ?? {},
    [['Readability on linkedom', 'publishedTime']],
  ],
];

console.log('## Day of publication\n');
if (!existsSync(FOLDER)) {
  console.log('Not measured: the pages with known days do not lie beside this checkout.');
  process.exit(0);
}
const pages = load();
const results = [];
for (const [read, columns] of readers) results.push(...(await measure(read, columns)));
report();

/** Of one reader, per column of its answer: counts of days by what they are worth, and CPU milliseconds a page. */
async function measure(read, columns) {
  const counts = columns.map(([name]) => ({
    name,
    right: 0,
    said: 0,
    dated: 0,
    onUndated: 0,
    undated: 0,
    failed: 0,
  }));
  for (const page of pages.slice(0, 20)) await answerOf(read, page);
  let ms = 0;
  for (const page of pages) {
    const before = process.cpuUsage();
    const answer = await answerOf(read, page);
    const { user, system } = process.cpuUsage(before);
    ms += (user + system) / 1000;
    columns.forEach(([, key], k) => tally(counts[k], answer === null ? null : daysOf(answer[key]), page.day));
  }
  return counts.map((count) => ({ ...count, ms: ms / pages.length }));
}

/** `days` is null where the reader failed. */
function tally(count, days, day) {
  const says = days !== null && days.length > 0;
  if (days === null) count.failed += 1;
  if (day === null) {
    count.undated += 1;
    count.onUndated += says ? 1 : 0;
  } else {
    count.dated += 1;
    count.said += says ? 1 : 0;
    count.right += says && days.includes(day) ? 1 : 0;
  }
}

async function answerOf(read, page) {
  try {
    return await read(page);
  } catch {
    return null;
  }
}

/** The days that an answer can mean: as written, and in UTC where it has a zone. None for an answer that is no date. */
function daysOf(answer) {
  const text = answer instanceof Date ? answer.toISOString() : String(answer ?? '');
  const written = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const instant = Date.parse(text);
  // what is no ISO date is read as generously as JavaScript reads it
  if (written === undefined)
    return Number.isNaN(instant) ? [] : [new Date(instant).toISOString().slice(0, 10)];
  const hasZone = /T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  return hasZone && !Number.isNaN(instant)
    ? [written, new Date(instant).toISOString().slice(0, 10)]
    : [written];
}

function report() {
  const [ours, ...others] = results;
  const share = (a, b) => `${((100 * a) / b).toFixed(1)} %`;
  console.log(
    `${ours.dated} pages with a known day, ${ours.undated} without; CPU time of one reading a page. WebFetch reads text, title and links in the same pass.\n`,
  );
  console.log(
    '| reader | right where it says one | says one | right of all | says one of pages without | ms a page | failed |\n| --- | --: | --: | --: | --: | --: | --: |',
  );
  for (const r of results)
    console.log(
      `| ${r.name} | ${share(r.right, r.said)} | ${share(r.said, r.dated)} | ${share(r.right, r.dated)} | ${r.onUndated} of ${r.undated} | ${r.ms.toFixed(1)} | ${r.failed} |`,
    );
  const precision = ours.right / ours.said / Math.max(...others.map((r) => r.right / r.said));
  const speed = Math.min(...others.map((r) => r.ms)) / ours.ms;
  console.log(
    `\nPrecision of WebFetch against the best of the others: ${precision.toFixed(3)} (wanted: at least ${PRECISION_AT_LEAST}); pages a second against the fastest: ${speed.toFixed(2)} (wanted: at least ${SPEED_AT_LEAST}).`,
  );
  process.exitCode = precision >= PRECISION_AT_LEAST && speed >= SPEED_AT_LEAST ? 0 : 1;
}

function load() {
  const text = readFileSync(new URL('index.jsonl', FOLDER), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ file, url, gold_date: day }) => ({
      day: day ?? null,
      html: decodeText(gunzipSync(readFileSync(new URL(file, FOLDER))), null).text,
      url: /^https?:/.test(url ?? '') ? url : 'https://example.org/',
    }));
}
