import { digest, type DigestFacts } from '../../../lib/monitor/digest';
import type { DigestEntry } from '../../../lib/monitor/digestRows';

const facts = (over: Partial<DigestFacts> = {}): DigestFacts => ({
  monitorId: 'capitol',
  parser: 'capitol_trades',
  fetchedAt: '2026-09-15T16:00:00.000Z',
  dataAsOf: '2026-09-15T13:05:02.000Z',
  source: 'https://lists.example/trades?a=1&b=2',
  firstCheck: false,
  entriesOnPage: 0,
  preview: false,
  redelivered: false,
  remaining: 0,
  gap: null,
  ...over,
});
const entry = (over: Partial<DigestEntry> = {}): DigestEntry => ({
  id: '20003939629',
  numericId: '20003939629',
  detailUrl: 'https://lists.example/trades/20003939629',
  publishedAt: '2026-09-15T13:05:02.000Z',
  publishedText: '13:05 Today',
  tradedAt: '2026-08-26',
  fields: {
    politician: "Celia O'Garrow",
    party: 'Other',
    chamber: 'House',
    state: 'FL',
    issuer: 'Tallow & Finch',
    ticker: 'TF',
    filedAfterDays: 19,
    owner: 'Self',
    tradeType: 'sell',
    size: '1K–15K',
    price: 1234.5,
  },
  ...over,
});
const berlin = { language: 'de', timeZone: 'Europe/Berlin' } as const;
const newYork = { language: 'en', timeZone: 'America/New_York' } as const;

describe('digest of trades', () => {
  it('writes times in the zone and says which, dates unshifted', () => {
    const { text, html } = digest([entry()], facts(), newYork);
    expect(text).toContain('15 Sept 2026, 09:05, traded 26 Aug 2026, filed after 19 days');
    expect(text).toContain('Times are in America/New_York');
    expect(html).toContain('Published (America/New_York)');
  });

  it('speaks German', () => {
    const { message, text } = digest([entry(), entry({ id: '2' })], facts(), berlin);
    expect(message).toBe('capitol: 2 neue Einträge');
    expect(text).toContain('Verkauf Tallow & Finch (TF), 1K–15K zu 1.234,50 $, Inhaber: selbst');
    expect(text).toContain('15.09.2026, 15:05');
  });

  it('says unknown for what is unknown, with the words of the source beside it', () => {
    const nothing = entry({ publishedAt: null, tradedAt: null, fields: {}, detailUrl: null });
    const { text } = digest([nothing], facts({ dataAsOf: null, fetchedAt: null, source: null }), newYork);
    expect(text).toContain('unknown ("13:05 Today"), traded unknown');
    expect(text).toContain('unknown at unknown');
    expect(text).toContain('Data as of: unknown');
    expect(text).not.toMatch(/null|undefined|NaN|\$0/);
  });

  it('leaves a time without zone as it is, and says so', () => {
    expect(digest([entry({ publishedAt: '2026-09-15T23:30:00' })], facts(), newYork).text).toContain(
      '15 Sept 2026, 23:30 (no time zone given)',
    );
  });

  it('labels UTC where the zone does not exist', () => {
    expect(digest([entry()], facts(), { language: 'en', timeZone: 'Mars/Base' }).text).toContain(
      'Times are in UTC',
    );
  });

  it('shows the newest first', () => {
    const { text } = digest(
      [entry({ detailUrl: 'https://lists.example/old' }), entry({ detailUrl: 'https://lists.example/new' })],
      facts(),
      newYork,
    );
    expect(text.indexOf('/new')).toBeLessThan(text.indexOf('/old'));
  });
});

describe('digest against texts of the web', () => {
  const evil = entry({
    detailUrl: 'javascript:alert(1)',
    fields: {
      politician: '<img src=x onerror=alert(1)>',
      issuer: '"><script>x</script>',
      tradeType: 'buy\n- forged line',
      ticker: '\u202eevil',
    },
  });

  it('escapes everything and links nothing but http(s)', () => {
    const { html } = digest(
      [evil],
      facts({ source: 'javascript:alert(2)', warnings: ['<b>w</b>'], monitorId: '<i>' }),
      newYork,
    );
    expect(html).not.toMatch(/<(?:img|script|b|i)[\s>]/);
    expect(html).not.toContain('href="javascript');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('lets no text draw lines of its own or turn others around', () => {
    const { text } = digest([evil], facts(), newYork);
    expect(text).toContain('buy - forged line');
    expect(text).not.toContain('\u202e');
  });
});

describe('digest of other lists', () => {
  it('shows insiders with their roles and sums of filings', () => {
    const fields = {
      issuer: { name: 'Blue Heron', cik: '0000000007' },
      ticker: 'BH',
      formType: '4/A',
      insiders: [{ name: 'Kestrel Greta', cik: '1', role: 'Director' }],
      purchases: { transactions: 1, shares: 1000, value: 12_345.6 },
      sales: { transactions: 1, shares: 5, value: null },
      partial: false,
    };
    const { text } = digest([entry({ fields })], facts({ parser: 'sec_form4' }), newYork);
    expect(text).toContain(
      'Blue Heron (BH), CIK 0000000007 | Form 4/A, Kestrel Greta, Director, bought 1,000 shares for $12,345.60, sold 5 shares for unknown',
    );
  });

  it('shows titles of feeds and the fields of any list', () => {
    expect(
      digest([entry({ fields: { title: 'News', author: 'Ada' } })], facts({ parser: 'feed' }), newYork).text,
    ).toContain('- News, Ada | 15 Sept 2026, 09:05');
    const listed = entry({
      id: '7',
      fields: { title: 'Seven', text: 'x', Points: '3', column2: 'plain', id: '7' },
    });
    expect(digest([listed], facts({ parser: 'generic' }), newYork).text).toContain(
      '- Seven, 7 | Points: 3, plain',
    );
  });

  it('says what changed in an entry that is reported again', () => {
    const changed = entry({ changes: { price: { before: null, after: 2 } }, redelivered: true });
    expect(digest([changed], facts(), newYork).text).toContain('Changed: price unknown → 2, offered before');
  });

  it('counts edited entries apart from new ones', () => {
    const edited = (id: string) => entry({ id, changes: { price: { before: 1, after: 2 } } });
    const saying = (entries: readonly DigestEntry[], options = newYork as typeof newYork | typeof berlin) =>
      digest(entries, facts(), options).message;
    expect(saying([edited('1'), entry({ id: '2' }), entry({ id: '3' })])).toBe(
      'capitol: 2 new entries, 1 edited',
    );
    expect(saying([edited('1'), entry({ id: '2' }), entry({ id: '3' })], berlin)).toBe(
      'capitol: 2 neue Einträge, 1 geändert',
    );
    expect(saying([edited('1')])).toBe('capitol: 1 edited entry');
    expect(saying([edited('1'), edited('2')], berlin)).toBe('capitol: 2 geänderte Einträge');
  });

  it('shows of a long content that changed only its beginning', () => {
    const changed = entry({ changes: { content: { before: 'b'.repeat(9000), after: 'a'.repeat(9000) } } });
    const { text, html } = digest([changed], facts(), newYork);
    expect(text).toContain(`Changed: content ${'b'.repeat(199)}… → ${'a'.repeat(199)}…`);
    expect(html.length).toBeLessThan(6000);
  });

  it('cuts no character of such a content in two', () => {
    const faces = '\u{1f600}'.repeat(300);
    const changed = ['', 'x'].map((start) =>
      entry({ changes: { content: { before: null, after: start + faces } } }),
    );
    for (const one of changed) expect(digest([one], facts(), newYork).text).not.toContain('\ufffd');
  });
});

describe('digest of the check itself', () => {
  it('tells preview, first check, gap and warnings, and counts what it does not show', () => {
    const many = Array.from({ length: 203 }, (_, k) => entry({ id: String(k) }));
    const { text, html } = digest(
      many,
      facts({ preview: true, firstCheck: true, gap: {}, remaining: 1, warnings: ['w'] }),
      newYork,
    );
    expect(text).toMatch(/Preview: .*\nFirst check: .*\nEntries may be missing.*\nWarning: w/);
    expect(text).toContain(
      '3 more entries are among the items of this check. 1 more waits for the next check.',
    );
    expect(html.match(/<tr>/g)).toHaveLength(201);
  });

  it('says of a first check that reports nothing what it found, without "these entries"', () => {
    const first = facts({ firstCheck: true, entriesOnPage: 8 });
    expect(digest([], first, newYork).text).toContain(
      'First check: 8 entries on the page, remembered, none reported.',
    );
    expect(digest([], first, berlin).text).toContain(
      'Erste Prüfung: 8 Einträge auf der Seite, ab jetzt bekannt, keiner gemeldet.',
    );
    expect(digest([], { ...first, preview: true }, newYork).text).toContain(
      'First check: 8 entries on the page, none reported.',
    );
  });

  it('has no table where nothing is new', () => {
    const { message, html } = digest([], facts(), newYork);
    expect(message).toBe('capitol: nothing new');
    expect(html).not.toContain('<table');
  });
});
