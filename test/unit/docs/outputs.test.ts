import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../../lib/check';
import { showFeed } from '../../../lib/feed/fetchedFeed';
import { readFeed } from '../../../lib/feed/readFeed';
import { showPage } from '../../../lib/html/fetchedPage';
import { readPage } from '../../../lib/html/readPage';
import { readMonitors } from '../../../lib/monitor/definitions';
import { capitolTrades } from '../../../lib/monitor/parsers/capitolTrades';
import { feed } from '../../../lib/monitor/parsers/feed';
import { withTransactions } from '../../../lib/monitor/parsers/ownershipEntry';
import { statusOf } from '../../../lib/monitor/status';
import { entryEnvelope } from '../../../nodes/WebMonitor/entryItems';
import { flatRows } from '../../../nodes/WebMonitor/flatRows';
import { aState } from '../../helpers/decisions';
import { fixture, monitorWith, pageOf } from '../../helpers/listPage';
import { queryOf, readReply } from '../../helpers/providerAnswers';
import { entry, result } from '../nodes/WebMonitor/results';

const README = readFileSync(join(__dirname, '../../../README.md'), 'utf8');

/** Names of a result that the README's chapter, or the one on times, does not have in code letters. */
function untold(chapter: string, value: unknown): readonly string[] {
  const told = new Set(
    [chapterOf(chapter), chapterOf('## Times and provenance')].flatMap((text) =>
      [...text.matchAll(/`([\w.]+)`/g)].flatMap(([, name = '']) => [name, name.split('.').at(-1) ?? '']),
    ),
  );
  return [...new Set(namesIn(value))].filter((name) => !told.has(name));
}

function chapterOf(heading: string): string {
  const [, rest = ''] = README.split(`\n${heading}\n`);
  return rest.split(/^## /m)[0] ?? '';
}

/** The names of an object, and of the objects within it. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isRecord(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]) : [];
}

describe('the README tells of every field that DirectAPI gives for', () => {
  it.each([
    [
      'a quote',
      readReply('yahoo', 'quote', queryOf('quote', 'VOD.L'), { body: 'chart-pence-in-london.json' }),
    ],
    [
      'a history',
      readReply('yahoo', 'history', queryOf('history', 'ACME'), { body: 'chart-daily-running-bar.json' }),
    ],
    ['a coin', readReply('coingecko', 'crypto', queryOf('crypto', 'BTC'), { body: 'price.json' })],
    ['a rate', readReply('twelvedata', 'forex', queryOf('forex', 'EUR/USD'), { body: 'exchange-rate.json' })],
    ['a search', readReply('twelvedata', 'search', queryOf('search', 'apple'), { body: 'search.json' })],
  ])('%s', (_name, envelope) => {
    expect(untold('## DirectAPI', envelope)).toEqual([]);
  });
});

describe('the README tells of every field that WebFetch gives for', () => {
  const url = 'https://pages.example/';

  it('a page', () => {
    const html = '<html lang="en"><title>T</title><p>Words and <a href="/more">more</a></p></html>';
    const page = readPage(html, { url, format: 'text', includeLinks: true });
    const arrived = { url, status: 200, headers: {}, body: Buffer.from(html), truncated: false };
    const shown = showPage(
      page,
      { ...arrived, charset: 'utf-8', kind: 'html', maxResponseKb: 512 },
      { format: 'text' },
    );
    expect(untold('## WebFetch', shown.data)).toEqual([]);
  });

  it('a feed and its entries', () => {
    const { data } = showFeed(readFeed(Buffer.from(FEED), { url, contentType: null }), {});
    expect(data.entries[0]?.enclosures).toHaveLength(1);
    expect(untold('## WebFetch', data)).toEqual([]);
  });
});

describe('the README tells of every field that WebMonitor gives for', () => {
  it('an entry, as envelope and as row', () => {
    const delivered = { ...entry('1', { fields: {} }), redelivered: true };
    expect(untold('## WebMonitor', entryEnvelope(delivered))).toEqual([]);
    expect(untold('## WebMonitor', flatRows([delivered]))).toEqual([]);
  });

  it('a summary', () => {
    const gap = {
      suspected: true,
      pagesRead: 5,
      reason: 'maxPages',
      idSchemeChanged: false,
      held: 0,
      heldBatchId: null,
    } as const;
    expect(untold('## WebMonitor', result([], { gap }))).toEqual([]);
  });

  it('a status', () => {
    const key = { scope: 'workflow', monitorId: 'trades' };
    const counts = { pendingBatches: 0, pendingEntries: 0, heldEntries: 0, oldestPendingAt: null };
    const row = { key, state: aState(), ...counts, mostOffers: 0, batches: 0 };
    expect(untold('## WebMonitor', Object.keys(statusOf(row, Date.now(), null)).map(asField))).toEqual([]);
  });

  it('a trade, a filing and an entry of a feed', () => {
    const saved = pageOf(fixture('capitolTrades/twelve-trades.html'), {
      url: 'https://www.capitoltrades.com/trades',
    });
    const [trade] = capitolTrades.parse(saved, monitorWith()).entries;
    const filing = withTransactions(
      { ...entry('0001900001-26-000001'), fields: {} },
      fixture('sec/three-transactions.xml'),
    );
    const [item] = feed.parse(pageOf(FEED), monitorWith()).entries;
    const names = [trade, filing, item].flatMap((it) => Object.keys(it?.fields ?? {}));
    expect(names.length).toBeGreaterThan(30);
    expect(untold('## WebMonitor', names.map(asField))).toEqual([]);
  });
});

it('the README names every setting of a monitor as JSON', () => {
  const monitors = readMonitors({ news: { url: 'https://news.example/feed', parser: 'feed' } });
  expect(untold('## WebMonitor', monitors.flatMap(Object.keys).map(asField))).toEqual([]);
});

it('text that looks like a formula leaves the nodes unchanged, as the README says', () => {
  const title = '=HYPERLINK("https://evil.example", "click")';
  const [row] = flatRows([entry('1', { fields: { title, note: '@SUM(A1)', change: '-1+1' } })]);
  expect(row).toMatchObject({ title, note: '@SUM(A1)', change: '-1+1' });
});

const asField = (name: string) => ({ [name]: null });

const FEED = `<rss version="2.0"><channel><title>News</title><item><guid>1</guid><title>One</title>
  <enclosure url="https://news.example/1.mp3" type="audio/mpeg" length="7"/></item></channel></rss>`;
