/** The digest as a mail program shows it: in Chromium, light and dark, on a phone and on a desk. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { openBrowser, picture } from './browser.mjs';
import { lowestContrast } from './contrast.mjs';
import { hostileTrade, listRows, filings, posts, trades } from './digestEntries.mjs';

const { digest } = createRequire(import.meta.url)('../../dist/lib/monitor/digest.js');

const FACTS = {
  monitorId: 'capitol_trades',
  parser: 'capitol_trades',
  fetchedAt: '2026-09-15T16:00:00.000Z',
  dataAsOf: '2026-09-15T13:05:02.000Z',
  source: 'https://www.capitoltrades.com/trades?per_page=96',
  firstCheck: false,
  preview: false,
  redelivered: false,
  remaining: 0,
  gap: null,
};
const NEW_YORK = { language: 'en', timeZone: 'America/New_York' };
const BERLIN = { language: 'de', timeZone: 'Europe/Berlin' };
const ALARMED = {
  firstCheck: true,
  preview: true,
  redelivered: true,
  gap: { suspected: true },
  remaining: 12,
  warnings: ['Row 3: the table says 19 days, the data of the page 20.'],
};

const DIGESTS = {
  'trades-en': digest(trades, FACTS, NEW_YORK),
  'trades-de': digest(trades, FACTS, BERLIN),
  'alarmed-de': digest(trades.slice(0, 2), { ...FACTS, ...ALARMED }, BERLIN),
  'filings-en': digest(filings, { ...FACTS, monitorId: 'sec_filings', parser: 'sec_form4' }, NEW_YORK),
  'filings-de': digest(filings, { ...FACTS, monitorId: 'sec_filings', parser: 'sec_form4' }, BERLIN),
  'feed-en': digest(posts, { ...FACTS, monitorId: 'news', parser: 'feed' }, NEW_YORK),
  'list-de': digest(listRows, { ...FACTS, monitorId: 'tenders', parser: 'generic' }, BERLIN),
  'empty-en': digest([], { ...FACTS, dataAsOf: null, source: null }, NEW_YORK),
  'hostile-en': digest(
    [hostileTrade],
    {
      ...FACTS,
      monitorId: '<i>evil</i>',
      source: 'javascript:alert(2)',
      warnings: ['<b>bold</b> & "quoted"'],
    },
    NEW_YORK,
  ),
};
const LOOKS = ['light', 'dark'].flatMap((colorScheme) => [360, 800].map((width) => ({ colorScheme, width })));

describe('the digest in a mail', () => {
  let browser, page;
  let requests = [];

  before(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    page.on('request', (request) => requests.push(request.url()));
  });
  after(() => browser?.close());

  /** One page for all: opening one costs more than everything that is looked at in it. */
  async function show(name, { colorScheme, width }) {
    requests = [];
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.setContent(DIGESTS[name].html);
  }

  for (const name of Object.keys(DIGESTS))
    for (const look of LOOKS)
      it(`fits and can be read: ${name}, ${look.colorScheme}, ${look.width} px`, async () => {
        await show(name, look);
        await picture(page.locator('body'), `digest-${name}-${look.colorScheme}-${look.width}`, {
          shown: name === 'trades-en' && look.colorScheme === 'light' && look.width === 800,
        });
        const { scrollWidth, tooWide } = await page.evaluate(overflow);
        assert.ok(scrollWidth <= look.width, `the page is ${scrollWidth} px wide`);
        assert.deepEqual(tooWide, []);
        const { ratio, text } = await page.evaluate(lowestContrast);
        assert.ok(ratio >= 4.5, `"${text}" has a contrast of ${ratio.toFixed(2)}`);
      });

  it('fits on a phone also where the mail program drops the rules of the head', async () => {
    for (const name of Object.keys(DIGESTS)) {
      await show(name, LOOKS[0]);
      await page.evaluate(() => document.querySelector('style').remove());
      const { scrollWidth, tooWide } = await page.evaluate(overflow);
      assert.ok(scrollWidth <= LOOKS[0].width, `${name} is ${scrollWidth} px wide`);
      assert.deepEqual(tooWide, []);
    }
  });

  it('shows the cells of an entry below each other on a phone, beside each other on a desk', async () => {
    const rows = [];
    for (const look of [LOOKS[0], LOOKS[1]]) {
      await show('trades-en', look);
      rows.push(
        await page
          .locator('tbody tr')
          .first()
          .evaluate(
            ({ cells }) =>
              new Set([...cells].map((cell) => Math.round(cell.getBoundingClientRect().top))).size,
          ),
      );
    }
    assert.deepEqual(rows, [3, 1]);
  });

  it('is dark where the reader is: light text on a dark ground', async () => {
    const grounds = [];
    for (const colorScheme of ['light', 'dark']) {
      await show('trades-en', { colorScheme, width: 800 });
      grounds.push(await page.evaluate(() => getComputedStyle(document.body).color));
    }
    assert.deepEqual(grounds, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });

  it('shows hostile text as text: no element, no script, no request comes of it', async () => {
    await show('hostile-en', LOOKS[0]);
    const found = await page.evaluate(() => ({
      elements: [
        ...new Set([...document.body.querySelectorAll('*')].map(({ localName }) => localName)),
      ].sort(),
      handlers: [...document.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
      ran: globalThis.hacked ?? null,
      text: document.body.innerText,
      links: document.links.length,
    }));
    assert.deepEqual(found.elements, ['br', 'div', 'h2', 'p', 'table', 'tbody', 'td', 'th', 'thead', 'tr']);
    assert.deepEqual(found.handlers, []);
    assert.equal(found.ran, null);
    assert.equal(found.links, 0, 'javascript: is no link');
    for (const text of [
      '<i>evil</i>: 1 new entry',
      '<img src="https://tracker.example/x.png" onerror="globalThis.hacked=1">',
      '"><script>globalThis.hacked=1</script>',
      `' onmouseover='globalThis.hacked=1`,
      'Warning: <b>bold</b> & "quoted"',
      'Source: javascript:alert(2)',
    ])
      assert.ok(found.text.includes(text), `${text} in ${found.text}`);
    assert.deepEqual(requests, []);
  });

  it('links only http(s), each entry to its own page', async () => {
    await show('trades-en', LOOKS[1]);
    const links = await page.evaluate(() => [...document.links].map(({ href }) => href));
    assert.deepEqual(links, [
      ...trades.toReversed().flatMap(({ detailUrl }) => (detailUrl === null ? [] : [detailUrl])),
      FACTS.source,
    ]);
    for (const name of Object.keys(DIGESTS)) {
      await show(name, LOOKS[0]);
      const protocols = await page.evaluate(() => [...document.links].map(({ protocol }) => protocol));
      assert.deepEqual(
        protocols.filter((protocol) => !/^https?:$/.test(protocol)),
        [],
      );
    }
  });

  it('asks for nothing: no picture, no font, no style from elsewhere', async () => {
    for (const name of Object.keys(DIGESTS)) {
      await show(name, LOOKS[0]);
      assert.deepEqual(requests, []);
    }
  });

  const texts = async (name) => {
    await show(name, LOOKS[1]);
    return page.evaluate(() => document.body.innerText);
  };

  it('speaks English, with times in the zone of the workflow and labelled with it', async () => {
    const text = await texts('trades-en');
    for (const part of [
      'capitol_trades: 5 new entries',
      'Published (America/New_York)',
      '15 Sept 2026, 09:05',
      'traded 26 Aug 2026',
      'filed after 19 days',
      'Fetched: 15 Sept 2026, 12:00',
      'Times are in America/New_York',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
  });

  it('speaks German, with times in the zone of the workflow and labelled with it', async () => {
    const text = await texts('trades-de');
    for (const part of [
      'capitol_trades: 5 neue Einträge',
      'Veröffentlicht (Europe/Berlin)',
      '15.09.2026, 15:05',
      'gehandelt am 26.08.2026',
      'gemeldet nach 19 Tagen',
      'Tausch Wharf & Lantern (WLN)',
      'Verkauf Tallow & Finch',
      'Abgerufen: 15.09.2026, 18:00',
      'Zeiten in Europe/Berlin',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`);
    assert.doesNotMatch(text, /unknown|new entr|traded|Warning/);
  });

  it('says unknown where the source says nothing, never an invented time', async () => {
    const text = await texts('trades-en');
    assert.ok(text.includes('unknown ("Yesterday, before noon")'), text);
    assert.ok((await texts('trades-de')).includes('unbekannt ("Yesterday, before noon")'));
    assert.ok((await texts('empty-en')).includes('Data as of: unknown'));
  });
});

/** Runs in the page: its width, and the texts that stick out of it. */
function overflow() {
  const width = document.documentElement.clientWidth;
  const tooWide = [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > width + 0.5)
    .map(({ localName, textContent }) => `${localName}: ${textContent.slice(0, 60)}`);
  return { scrollWidth: document.documentElement.scrollWidth, tooWide };
}
