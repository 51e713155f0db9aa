/**
 * What reading a page costs beside its peers, as ratios of CPU time within one run: whole-page text beside html-to-text,
 * main content beside Readability on linkedom. "Whole reading" also has title, language, feeds and dates, which the
 * peers do not read. Pages: ../shared/corpus/html/text where it lies beside this checkout, else the fixtures.
 *   npm run bench -- html
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const peers = createRequire(new URL('./peers/', import.meta.url));
const { readPage } = require('../../dist/lib/html/readPage.js');
const { parseDocument } = require('../../dist/lib/html/parseDocument.js');
const { LayoutTables } = require('../../dist/lib/html/tables.js');
const { textOf } = require('../../dist/lib/html/textOf.js');
const { convert } = peers('html-to-text');
const { Readability } = peers('@mozilla/readability');
const { parseHTML } = peers('linkedom');

const url = 'https://example.org/';
const works = {
  text: (html) => {
    const document = parseDocument(html);
    return textOf([document], { layoutTables: new LayoutTables(document), includeHidden: false });
  },
  reading: (html) => readPage(html, { url, format: 'text' }),
  main: (html) => readPage(html, { url, format: 'main' }),
  htmlToText: (html) => convert(html),
  readability: (html) => new Readability(parseHTML(html).document).parse(),
};

const pages = load();
const best = Object.fromEntries(Object.keys(works).map((name) => [name, pages.map(() => Infinity)]));
for (let round = 0; round < 3; round++)
  pages.forEach((html, i) => {
    for (const [name, work] of Object.entries(works))
      best[name][i] = Math.min(
        best[name][i],
        cpuMs(() => work(html)),
      );
  });
const rate = (name) => (1000 * pages.length) / best[name].reduce((sum, ms) => sum + ms, 0);

const rows = [
  ['text alone / html-to-text', 'text', 'htmlToText', 1.75],
  ['whole reading / html-to-text', 'reading', 'htmlToText', 1],
  ['main content / Readability on linkedom', 'main', 'readability', 1],
].map(([label, ours, peer, atLeast]) => ({
  label,
  atLeast,
  ratio: rate(ours) / rate(peer),
  ours: rate(ours),
  peer: rate(peer),
}));

console.log(`## Pages\n\n${pages.length} pages, CPU time, the best of 3 rounds.\n`);
console.log('| comparison | pages/s | of the peer | ratio | wanted |\n| --- | --: | --: | --: | --: |');
for (const { label, ours, peer, ratio, atLeast } of rows)
  console.log(`| ${label} | ${ours.toFixed(0)} | ${peer.toFixed(0)} | ${ratio.toFixed(2)} | ${atLeast} |`);
process.exit(rows.every(({ ratio, atLeast }) => ratio >= atLeast) ? 0 : 1);

function cpuMs(work) {
  const before = process.cpuUsage();
  try {
    work();
  } catch {
    // a peer that gives up on a page is measured up to there
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function load() {
  const shared = new URL('../../../shared/corpus/html/text/pages/', import.meta.url);
  const folder = existsSync(shared) ? shared : new URL('../fixtures/html/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => /\.html(?:\.gz)?$/.test(name))
    .map((name) => {
      const bytes = readFileSync(new URL(name, folder));
      return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    });
}
