import { secForm4 } from '../../../../lib/monitor/parsers/secForm4';
import { filingRows, secFilings } from '../../../replay/secFilings.mjs';
import { secList, secText, tickerOf } from '../../../replay/secPages.mjs';
import { monitorWith, pageOf } from '../../../helpers/listPage';

const BASE = 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=include';
const OPENED = '2026-07-06T17:00:00Z';
const NOW = '2026-07-06T20:00:00Z';
const site = { seed: '4', opened: OPENED, now: NOW };
const filings = secFilings({ seed: '4', start: OPENED, now: NOW });
const form4 = filings.filter(({ formType }) => formType === '4' || formType === '4/A');

const parse = (text: string, url = `${BASE}&count=100`) =>
  secForm4.parse(
    pageOf(text, { url, fetchedAtMs: Date.parse(NOW) }),
    monitorWith({ parser: 'sec_form4', url }),
  );
const listed = (over: object) => secList({ ...site, ...over }).body;
const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'no error';
};

describe.each(['html', 'atom'])('sec_form4 on the list as %s', (output) => {
  const all = parse(listed({ output, count: 1000 }), `${BASE}&count=1000`);

  it('reports Forms 4 and 4/A only, each filing once, in page order', () => {
    expect(all.entries.map(({ id }) => id)).toEqual(form4.map(({ accession }) => accession));
    expect(form4.length).toBeLessThan(filings.length);
  });

  it('gives issuer, all reporting owners and acceptance in UTC', () => {
    expect(
      all.entries.map(({ publishedAt, fields }) => ({
        at: publishedAt,
        issuer: fields['issuer'],
        owners: fields['reportingOwners'],
        form: fields['formType'],
        size: fields['size'],
        partial: fields['partial'],
      })),
    ).toEqual(
      form4.map((filing) => ({
        at: new Date(filing.acceptedMs).toISOString(),
        issuer: filing.issuer,
        owners: filing.owners,
        form: filing.formType,
        size: filing.size,
        partial: false,
      })),
    );
  });

  it('marks as partial exactly what the border of a page hides, and joins it with its other part', () => {
    const rows: { filing: { accession: string; owners: unknown[] } }[] = filingRows(filings);
    const border =
      rows.findIndex(
        ({ filing }, k) => k > 20 && filing.owners.length > 0 && rows[k + 1]?.filing === filing,
      ) + 1;
    const [before, after] = [
      parse(listed({ output, count: border })),
      parse(listed({ output, start: border, count: 200 })),
    ];
    const cut = rows[border]?.filing.accession ?? '';
    const first = before.entries.at(-1);
    const second = after.entries[0];
    expect([first?.id, second?.id]).toEqual([cut, cut]);
    expect(before.entries.slice(0, -1).some(({ fields }) => fields['partial'] === true)).toBe(false);
    expect(first?.fields['partial'] === true || second?.fields['partial'] === true).toBe(true);
    const whole = secForm4.merge?.(first!, second!);
    const filing = filings.find(({ accession }) => accession === cut);
    expect(whole?.fields).toMatchObject({ issuer: filing?.issuer, partial: false });
    expect(whole?.fields['reportingOwners']).toHaveLength(filing?.owners.length ?? 0);
  });

  it('leads on to the following rows', () => {
    expect(parse(listed({ output, count: 100 })).nextPage).toBe(`${BASE}&count=100&start=100`);
    expect(all.nextPage).toBeNull();
  });

  it('is no error where a page holds other forms only', () => {
    const text = listed({ output, others: 1, count: 40 });
    expect(parse(text, `${BASE}&count=40`)).toMatchObject({
      entries: [],
      nextPage: `${BASE}&count=40&start=40`,
    });
  });

  it('refuses a list that ends in the middle', () => {
    expect(codeOf(() => parse(listed({ output, count: 40 }).slice(0, -600)))).toBe('PAGE_CHANGED');
  });
});

describe('sec_form4', () => {
  it('reads wall times of Washington in winter, and leaves null those that a clock change makes double', () => {
    const at = (accepted: string) =>
      parse(listed({ count: 10 }).replace(/\d{4}-\d\d-\d\d<br>\d\d:\d\d:\d\d/g, accepted)).entries[0]
        ?.publishedAt;
    expect(at('2026-12-01<br>16:05:09')).toBe('2026-12-01T21:05:09.000Z');
    expect(at('2026-11-01<br>01:30:00')).toBeNull();
    expect(at('soon')).toBeNull();
  });

  it('names index page and text of a filing', () => {
    const [entry] = parse(listed({ count: 40 })).entries;
    expect(entry?.detailUrl).toMatch(
      /^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/\d+\/\d{18}\/\d{10}-26-\d{6}-index\.htm$/,
    );
    expect(entry?.fields['textUrl']).toBe(entry?.detailUrl?.replace('-index.htm', '.txt'));
  });

  it.each([
    [
      'an undeclared client',
      '<html><head><title>Your Request Originates from an Undeclared Automated Tool</title></head></html>',
    ],
    ['too many requests', '<html><body><h1>Request Rate Threshold Exceeded</h1></body></html>'],
    ['the page past the end of the list', secList({ ...site, start: 9000 }).body],
  ])('knows a block page by its words, whatever its status: %s', (_, text) => {
    expect(codeOf(() => parse(text))).toBe('BLOCKED');
  });

  it('refuses another page, and a first page without rows', () => {
    expect(codeOf(() => parse('<html><body><table><tr><td>x</td></tr></table></body></html>'))).toBe(
      'PAGE_CHANGED',
    );
    const empty = listed({ count: 10 }).replace(/<tr><td>\n<td>.*(?=<\/table>)/s, '');
    expect(codeOf(() => parse(empty))).toBe('PAGE_CHANGED');
    expect(parse(empty, `${BASE}&start=400&count=100`).entries).toEqual([]);
  });

  it('asks for 100 rows from the first one on', () => {
    expect(secForm4.firstPage(monitorWith({ url: `${BASE}&start=40&count=40` }))).toBe(`${BASE}&count=100`);
    expect(secForm4.endOfList).toEqual([503]);
  });
});

describe('sec_form4 and single issuers', () => {
  const [entry] = parse(listed({ count: 40 })).entries;
  const cik = form4[0]?.issuer.cik ?? '';
  const monitor = (over: object) => monitorWith({ parser: 'sec_form4', ...over });
  const read = () =>
    secForm4.detail?.(entry!, monitor({ transactions: true }))?.read(pageOf(secText(form4[0])));

  it('wants by CIK before anything is fetched', () => {
    expect(secForm4.wants?.(entry!, monitor({ issuers: [String(Number(cik))] }))).toBe(true);
    expect(secForm4.wants?.(entry!, monitor({ issuers: ['1'] }))).toBe(false);
    expect(secForm4.wants?.(entry!, monitor({}))).toBe(true);
  });

  it('learns the ticker from the text, and until then leaves nothing out', () => {
    expect(secForm4.wants?.(entry!, monitor({ issuers: ['NOPE'] }))).toBe(true);
    expect(secForm4.detail?.(entry!, monitor({ issuers: ['NOPE'] }))?.url).toBe(entry?.fields['textUrl']);
    expect(secForm4.wants?.(read()!, monitor({ issuers: ['NOPE'] }))).toBe(false);
    expect(secForm4.wants?.(read()!, monitor({ issuers: [tickerOf(form4[0])] }))).toBe(true);
  });

  it('fetches no text where none is asked for', () => {
    expect(secForm4.detail?.(entry!, monitor({ issuers: [cik] }))).toBeNull();
  });

  it('takes a block page for no text', () => {
    const detail = secForm4.detail?.(entry!, monitor({ transactions: true }));
    expect(codeOf(() => detail?.read(pageOf('Request Rate Threshold Exceeded')))).toBe('BLOCKED');
  });
});
