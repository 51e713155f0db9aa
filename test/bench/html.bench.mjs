/**
 * What reading a page costs beside its peers, as ratios of CPU time within one run, and what it gives of what a browser shows. The
 * whole reading also has title, language, links, feeds and dates, which the peers do not read. Pages:
 * ../shared/corpus/html/text where it lies beside this checkout, with what Chromium shows of each; else the fixtures, for speed alone.
 *   npm run bench -- html
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { compareTexts } from './htmlTexts.mjs';

const require = createRequire(import.meta.url);
const peers = createRequire(new URL('./peers/', import.meta.url));
const { readPage } = require('../../dist/lib/html/readPage.js');
const { parseDocument } = require('../../dist/lib/html/parseDocument.js');
const { LayoutTables } = require('../../dist/lib/html/tables.js');
const { textOf } = require('../../dist/lib/html/textOf.js');
const { decodeText } = require('../../dist/lib/charset.js');
const { convert } = peers('html-to-text');
const { Readability } = peers('@mozilla/readability');
const { parseHTML } = peers('linkedom');
const TurndownService = peers('turndown');
const { gfm } = peers('turndown-plugin-gfm');
const { NodeHtmlMarkdown } = peers('node-html-markdown');

const ROUNDS = Number(process.argv[2] ?? 3);
const url = 'https://example.org/';
const turndown = new TurndownService();
turndown.use(gfm);
// as its manual advises for whole pages
turndown.remove(['script', 'style', 'noscript', 'title']);
const nodeHtmlMarkdown = new NodeHtmlMarkdown();

/** Ways to read a page; each answers its text. */
const works = {
  'text alone': (html) => {
    const document = parseDocument(html);
    return textOf([document], { layoutTables: new LayoutTables(document), includeHidden: false });
  },
  'whole reading': (html) => readPage(html, { url, format: 'text' }).text,
  'main content': (html) => readPage(html, { url, format: 'main' }).text,
  Markdown: (html) => readPage(html, { url, format: 'markdown' }).text,
  'html-to-text': (html) => convert(html),
  'Readability on linkedom': (html) => new Readability(parseHTML(html).document).parse()?.textContent ?? '',
  'turndown with gfm': (html) => turndown.turndown(html),
  'node-html-markdown': (html) => nodeHtmlMarkdown.translate(html),
};

/** [ours, peer, the speed that is wanted as a multiple of the peer's]. */
const RACES = [
  ['text alone', 'html-to-text', 1.75],
  ['whole reading', 'html-to-text', 1],
  ['main content', 'Readability on linkedom', 1],
  ['Markdown', 'turndown with gfm', 1],
  ['Markdown', 'node-html-markdown', 1],
];

const pages = load();
const measured = measure();
console.log(`## Pages\n\n${pages.length} pages, CPU time, the best of ${ROUNDS} rounds.\n`);
console.log('| comparison | pages/s | of the peer | ratio | wanted |\n| --- | --: | --: | --: | --: |');
let isMet = true;
for (const [ours, peer, atLeast] of RACES) {
  const [a, b] = [measured[ours].perSecond, measured[peer].perSecond];
  isMet &&= a / b >= atLeast;
  console.log(
    `| ${ours} / ${peer} | ${a.toFixed(0)} | ${b.toFixed(0)} | ${(a / b).toFixed(2)} | ${atLeast} |`,
  );
}
if (pages.every(({ shown }) => shown !== null)) reportTexts();
process.exit(isMet ? 0 : 1);

/** Against what a browser shows, scripts off and without style sheets. Main content leaves out on purpose, so it is not here. */
function reportTexts() {
  console.log(
    "\nWhat they give, compared with what Chromium shows of the same pages (scripts off, no style sheets): F1 of runs of four words, and the share of their words that are none of the page's. html-to-text makes the texts of n8n's HTML node, node-html-markdown those of its Markdown node.\n",
  );
  console.log('| reader | F1 | words that are not shown |\n| --- | --: | --: |');
  const names = ['whole reading', 'Markdown', 'html-to-text', 'node-html-markdown', 'turndown with gfm'];
  for (const name of names) {
    const { f1, foreign } = measured[name];
    console.log(`| ${name} | ${f1.toFixed(3)} | ${(100 * foreign).toFixed(1)} % |`);
    if (f1 > measured['whole reading'].f1 || foreign < measured['whole reading'].foreign)
      isMet &&= name === 'Markdown';
  }
}

/** Of each way: pages a second, and how its texts compare. They take turns at every page. */
function measure() {
  const names = Object.keys(works);
  const best = Object.fromEntries(names.map((name) => [name, pages.map(() => Infinity)]));
  const texts = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    pages.forEach(({ html }, k) => {
      for (const [name, work] of Object.entries(works)) {
        const before = process.cpuUsage();
        texts[name][k] = attempt(work, html);
        const { user, system } = process.cpuUsage(before);
        best[name][k] = Math.min(best[name][k], (user + system) / 1000);
      }
    });
  return Object.fromEntries(
    names.map((name) => [name, { ...likeness(texts[name]), perSecond: rate(best[name]) }]),
  );
}

/** A peer that gives up on a page is measured up to there. */
function attempt(work, html) {
  try {
    return work(html);
  } catch {
    return '';
  }
}

function sum(values) {
  return values.reduce((a, b) => a + b, 0);
}

function rate(times) {
  return (1000 * times.length) / sum(times);
}

/** The means over the pages. */
function likeness(texts) {
  const compared = texts.flatMap((text, k) =>
    pages[k].shown === null ? [] : [compareTexts(text, pages[k].shown)],
  );
  return {
    f1: sum(compared.map(({ f1 }) => f1)) / compared.length,
    foreign: sum(compared.map(({ foreign }) => foreign)) / compared.length,
  };
}

/** `{ html, shown }`: `shown` is null where nobody looked with a browser. */
function load() {
  const shared = new URL('../../../shared/corpus/html/text/pages/', import.meta.url);
  const folder = existsSync(shared) ? shared : new URL('../fixtures/html/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => /\.html(?:\.gz)?$/.test(name))
    .map((name) => {
      const bytes = readFileSync(new URL(name, folder));
      const visible = new URL(name.replace(/\.html(?:\.gz)?$/, '.visible.txt'), folder);
      return {
        html: decodeText(name.endsWith('.gz') ? gunzipSync(bytes) : bytes, null).text,
        shown: existsSync(visible) ? readFileSync(visible, 'utf8') : null,
      };
    });
}
