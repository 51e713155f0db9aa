import { capitolTrades } from '../../../../lib/monitor/parsers/capitolTrades';
import { capitolPage, capitolShown } from '../../../replay/capitolPages.mjs';
import { fixture, monitorWith, pageOf } from '../../../helpers/listPage';

const URL_ = 'https://www.capitoltrades.com/trades?sortBy=-pubDate';
const saved = fixture('capitolTrades/twelve-trades.html');
const expected = JSON.parse(fixture('capitolTrades/twelve-trades.json'));
const NOW = '2026-09-15T16:00:00Z';

const parse = (text: string, over = {}) =>
  capitolTrades.parse(pageOf(text, { url: URL_, ...over }), monitorWith());
const withoutData = (html: string) => html.replace(/<script>self\.__next_f\.push.*?<\/script>/gs, '');
const replay = (over: object) => capitolPage({ seed: '9', start: '2026-09-12T15:00:00Z', now: NOW, ...over });
const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'no error';
};

describe('capitol_trades on a saved page', () => {
  it('reads every field of every row, with exact times', () => {
    const { entries, warnings } = parse(saved);
    expect(warnings).toEqual([]);
    expect(entries.map(({ fields: { sizeMin: _min, sizeMax: _max, ...fields } }) => fields)).toEqual(
      expected,
    );
  });

  it('carries id, times and address of an entry beside its fields', () => {
    const [first] = parse(saved).entries;
    expect(first).toMatchObject({
      id: '10000076979',
      numericId: '10000076979',
      detailUrl: 'https://www.capitoltrades.com/trades/10000076979',
      publishedAt: '2026-09-15T13:05:02.000Z',
      publishedText: '13:05 Today',
      tradedAt: '2026-08-16',
      fields: { sizeMin: 250_000, sizeMax: 500_000 },
    });
  });

  it('delivers both ids of a trade that was filed twice', () => {
    const ids = parse(saved).entries.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['20003939629', '20003939630', '10000076977', '10000076978']));
  });

  it('says how many trades there are, where the next page is, and of when the newest is', () => {
    expect(parse(saved)).toMatchObject({
      total: 252,
      nextPage: 'https://www.capitoltrades.com/trades?sortBy=-pubDate&page=2',
      dataAsOf: '2026-09-15T13:05:02.000Z',
      dataAsOfFrom: 'entry:publishedAt',
      rowsWithoutId: 0,
      duplicatesOnPage: 0,
    });
  });

  it('ends paging with the last page', () => {
    expect(parse(saved, { url: `${URL_}&page=21` }).nextPage).toBeNull();
  });
});

describe('capitol_trades without the embedded data', () => {
  const page = withoutData(saved);

  it('reads the table, relative times by the Date header in UTC, older ones as dates', () => {
    const { entries, warnings } = parse(page);
    expect(entries.map(({ publishedAt }) => publishedAt).slice(3, 8)).toEqual([
      '2026-09-15T13:05:00.000Z',
      '2026-09-14T09:31:00.000Z',
      '2026-09-14T09:31:00.000Z',
      '2026-09-14T09:31:00.000Z',
      '2026-09-13',
    ]);
    expect(warnings).toEqual([expect.stringContaining('no embedded data')]);
  });

  it('says that the times of the table are good to the minute, where they have one', () => {
    const { entries, dataAsOfPrecision } = parse(page);
    expect(dataAsOfPrecision).toBe('minute');
    expect(entries.map(({ publishedPrecision }) => publishedPrecision).slice(5, 8)).toEqual([
      'minute',
      'minute',
      undefined,
    ]);
    const exact = parse(saved);
    expect([exact.dataAsOfPrecision, exact.entries[0]?.publishedPrecision]).toEqual([undefined, undefined]);
  });

  it('reads all other fields as the data has them', () => {
    const other = ({ published: _at, sizeMin: _min, sizeMax: _max, ...fields }: Record<string, unknown>) =>
      fields;
    expect(parse(page).entries.map(({ fields }) => other(fields))).toEqual(expected.map(other));
  });

  it('takes the Age that a cache added from the Date', () => {
    const headers = { date: 'Wed, 16 Sep 2026 01:00:00 GMT', age: '7200' };
    expect(parse(page, { headers }).entries[0]).toMatchObject({ publishedAt: '2026-09-15T13:05:00.000Z' });
  });

  it.each([
    ['no Date header', {}],
    [
      'a Date just after midnight, when "Today" is no longer certain',
      { date: 'Wed, 16 Sep 2026 00:01:00 GMT' },
    ],
    ['a Date before the hour that "Today" names', { date: 'Tue, 15 Sep 2026 09:00:00 GMT' }],
    ['an Age that is no number', { date: 'Tue, 15 Sep 2026 16:00:00 GMT', age: 'old' }],
  ])('leaves a relative time unknown beside its words with %s', (_, headers) => {
    expect(parse(page, { headers }).entries[0]).toMatchObject({
      publishedAt: null,
      publishedText: '13:05 Today',
    });
  });

  it('reads the markup of 2024 with its joined dates', () => {
    const cell = (name: string, inner: string) => `<td class="q-td q-column--${name}">${inner}</td>`;
    const heads = [
      'Politician',
      'Traded Issuer',
      'Published',
      'Traded',
      'Filed After',
      'Owner',
      'Type',
      'Size',
      'Price',
      '',
    ];
    const old =
      `<html><body><table class="q-table"><thead><tr class="q-tr">${heads.map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody><tr class="q-tr">` +
      cell(
        'politician',
        '<a href="/politicians/A000001">Ada Finch</a><span class="q-field party party--other">Other</span><span class="q-field chamber">Senate</span><span class="q-field us-state-compact">ME</span>',
      ) +
      cell(
        'issuer',
        '<a href="/issuers/9">Sandbank &amp; Co</a><span class="q-field issuer-ticker">N/A</span>',
      ) +
      cell('pubDate', '<div>13 Jun</div><div>2024</div>') +
      cell('txDate', '3 Jun2024') +
      cell('reportingGap', '<span>days</span><span>9</span>') +
      cell('owner', '<span class="q-label">Joint</span>') +
      cell('txType', '<span>sell</span>') +
      cell('value', '<span>&lt; 1K</span>') +
      cell('price', '<span>N/A</span>') +
      cell('_txId', '<a href="/trades/10000055555"></a>') +
      '</tr></tbody></table></body></html>';
    expect(parse(old).entries[0]).toMatchObject({
      id: '10000055555',
      publishedAt: '2024-06-13',
      tradedAt: '2024-06-03',
      fields: {
        politician: 'Ada Finch',
        issuer: 'Sandbank & Co',
        ticker: null,
        filedAfterDays: 9,
        size: '< 1K',
        sizeMin: null,
        sizeMax: 1000,
        price: null,
      },
    });
  });
});

describe('capitol_trades where its two sources differ', () => {
  it('names trade and field of every difference and believes the data', () => {
    const page = saved
      .replace('>$1,200.63<', '>$1,200.99<')
      .replace('>AZC/B:US<', '>AZC:US<')
      .replace('>13:05</div>', '>14:05</div>');
    const { entries, warnings } = parse(page);
    expect(warnings).toHaveLength(3);
    expect(warnings).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/10000076979: ticker/),
        expect.stringMatching(/10000076979: price/),
        expect.stringMatching(/10000076979: published/),
      ]),
    );
    expect(entries[0]?.fields).toMatchObject({
      price: 1200.63,
      ticker: 'AZC/B',
      published: '2026-09-15T13:05:02.000Z',
    });
  });

  it('delivers a trade that only the table or only the data names, and says so', () => {
    const [row = ''] = /<tr class="row rule.*?<\/tr>/s.exec(saved) ?? [];
    const onlyShown = row.replaceAll('10000076979', '10000076980');
    const { entries, warnings } = parse(saved.replace(row, onlyShown));
    expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining(['10000076979', '10000076980']));
    expect(entries).toHaveLength(13);
    expect(warnings).toHaveLength(2);
  });

  it('fills from the table what the data leaves open', () => {
    const page = saved.replace('\\"value\\":375000', '\\"value\\":999');
    expect(parse(page).entries[0]?.fields).toMatchObject({ size: '250K–500K', sizeMin: 250_000 });
  });

  it('uses complete data where the table was cut, with a warning', () => {
    const page = saved.slice(0, saved.indexOf('</tbody>') - 3000);
    const { entries, warnings } = parse(page);
    expect(entries).toHaveLength(12);
    expect(warnings).toEqual([expect.stringContaining('ends in the middle')]);
  });

  it('keeps ids beyond 2^53 apart', () => {
    const page = withoutData(saved)
      .replace('/trades/20003939629', '/trades/9007199254740992')
      .replace('/trades/20003939630', '/trades/9007199254740993');
    const data = saved
      .replace('\\"_txId\\":20003939629', '\\"_txId\\":9007199254740992')
      .replace('\\"_txId\\":20003939630', '\\"_txId\\":9007199254740993');
    for (const text of [page, data])
      expect(parse(text).entries.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['9007199254740992', '9007199254740993']),
      );
  });
});

describe('capitol_trades refuses what is no list', () => {
  it.each([
    ['the shell that says "Loading ..."', replay({ layout: 'shell' })],
    ['a page without any table', '<html><body><h1>Politicians</h1></body></html>'],
    ['an empty answer', ''],
    ['a table that was cut, without data', withoutData(saved).slice(0, 40_000)],
    ['rows of which none has an id', withoutData(saved).replace(/href="\/trades\/\d+"/g, 'href="#"')],
    ['data that was cut, without a table', saved.slice(0, saved.indexOf('_txId') + 900)],
  ])('%s', (_, text) => {
    expect(codeOf(() => parse(text))).toBe('PAGE_CHANGED');
  });

  it('a block page, named by who blocks', () => {
    const text = '<html><head><title>Just a moment...</title></head><body></body></html>';
    expect(codeOf(() => parse(text))).toBe('BLOCKED');
    expect(() => parse(text)).toThrow('Cloudflare');
  });

  it('but answers a list that is truly empty', () => {
    expect(parse(replay({ layout: 'empty' }))).toMatchObject({
      entries: [],
      total: 0,
      nextPage: null,
      dataAsOf: null,
    });
    expect(
      parse(
        replay({ layout: 'empty' }).replace(
          '<tbody class="">',
          '<tbody><tr><td colspan="10">No results.</td></tr>',
        ),
      ).entries,
    ).toEqual([]);
  });
});

describe('capitol_trades on replayed pages', () => {
  it.each(['full', 'tableOnly', 'dataOnly'])(
    'finds all 96 trades of a large page, in page order (%s)',
    (layout) => {
      const { entries } = parse(replay({ layout, pageSize: 96 }));
      expect(entries.map(({ id }) => id)).toEqual(
        capitolShown({ seed: '9', start: '2026-09-12T15:00:00Z', now: NOW, pageSize: 96 }).map(
          ({ id }) => id,
        ),
      );
    },
  );
});

describe('capitol_trades as a parser', () => {
  it('asks for the largest page and keeps the rest of the address', () => {
    const url = 'https://www.capitoltrades.com/trades?sortBy=-pubDate&pageSize=12&txType=buy';
    expect(capitolTrades.firstPage(monitorWith({ url }))).toBe(
      'https://www.capitoltrades.com/trades?sortBy=-pubDate&pageSize=96&txType=buy',
    );
  });

  it('keeps House and Senate ids in two series', () => {
    expect(['20003999999', '20004000000'].map((id) => capitolTrades.seriesOf(id))).toEqual([
      'house',
      'house',
    ]);
    expect(capitolTrades.seriesOf('10000064795')).toBe('senate');
  });
});
