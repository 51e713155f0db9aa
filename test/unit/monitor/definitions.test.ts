import { readMonitors, selectMonitors } from '../../../lib/monitor/definitions';
import { MONITOR_PRESETS } from '../../../lib/monitor/presets';

const url = 'https://www.capitoltrades.com/trades?pageSize=96';
const messageOf = (config: unknown): string => {
  try {
    readMonitors(config);
  } catch (error) {
    return `${(error as { code: string }).code} ${(error as Error).message}`;
  }
  return 'was accepted';
};

it('refuses a pattern that no page could be read by, and leaves one alone that is not used', () => {
  const news = (idPattern: string, parser = 'generic') => messageOf({ news: { url, idPattern, parser } });
  expect(news('item=(\\d+')).toMatch(/^INVALID_CONFIG monitors\.news\.idPattern: /);
  expect(news('item=\\d+')).toContain('capture group');
  expect(news('(\\d*)')).toContain('empty text');
  expect(news('item=(?=(\\d+))')).toContain('RE2');
  expect(news('CIK=(\\d+', 'sec_form4')).toBe('was accepted');
});

describe('monitors', () => {
  const asPasted = {
    capitol_trades: {
      url,
      checkIntervalMinutes: 60,
      idPattern: '/trades/(\\d+)',
      idField: 'tradeId',
      parser: 'capitol_trades',
      alertOnNew: true,
      storeHistory: true,
    },
    sec_filings: {
      url: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=4',
      checkIntervalMinutes: 30,
      idPattern: 'CIK=(\\d+)',
      idField: 'cik',
      parser: 'sec_form4',
      alertOnNew: true,
      storeHistory: true,
    },
  };

  it('are read as they are pasted: an object, the whole file, JSON text, or a list', () => {
    const read = readMonitors(asPasted);
    expect(read.map(({ id }) => id)).toEqual(['capitol_trades', 'sec_filings']);
    expect(readMonitors({ monitors: asPasted })).toEqual(read);
    expect(readMonitors(JSON.stringify({ monitors: asPasted }))).toEqual(read);
    expect(readMonitors(`\ufeff${JSON.stringify(asPasted)}`)).toEqual(read);
    expect(readMonitors(Object.entries(asPasted).map(([id, it]) => ({ id, ...it })))).toEqual(read);
  });

  it('of filings ignore a pattern that matches no filing, with a warning', () => {
    const [trades, filings] = readMonitors(asPasted);
    expect([filings?.idPattern, filings?.maxPages]).toEqual([null, 20]);
    expect(filings?.warnings).toEqual([expect.stringContaining('is not an id of filings')]);
    expect(trades?.warnings).toBeUndefined();
  });

  it('have every default filled in', () => {
    expect(readMonitors({ a: { url } })[0]).toEqual({
      id: 'a',
      url,
      parser: 'generic',
      checkIntervalMinutes: 0,
      idPattern: null,
      idField: 'id',
      alertOnNew: true,
      storeHistory: true,
      rowSelector: null,
      detailUrl: null,
      idPath: null,
      strategy: 'seenSet',
      firstCheck: { kind: 'all' },
      maxPages: 5,
      allowEmpty: false,
      reportEdits: [],
      transactions: false,
      issuers: [],
    });
  });

  it('take lists as texts with commas, and a monitor that is called monitors', () => {
    const [it] = readMonitors({
      monitors: { url, reportEdits: 'price, size,price', issuers: ['aapl', 320193] },
    });
    expect(it).toMatchObject({ id: 'monitors', reportEdits: ['price', 'size'], issuers: ['AAPL', '320193'] });
  });

  it('of the presets are valid', () => {
    expect(readMonitors(Object.values(MONITOR_PRESETS)).map(({ warnings }) => warnings)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each([
    [
      'no URL',
      { sec: { url: 'sec.gov/list' } },
      'INVALID_CONFIG monitors.sec.url: not an http(s) URL. Give a complete address such as https://example.com/list',
    ],
    [
      'another scheme',
      { sec: { url: 'ftp://sec.gov/' } },
      'INVALID_CONFIG monitors.sec.url: not an http(s) URL. Give a complete address such as https://example.com/list',
    ],
    [
      'a password',
      { sec: { url: 'https://me:secret@sec.gov/' } },
      'INVALID_CONFIG monitors.sec.url: must not hold a user name or password',
    ],
    [
      'an unknown parser',
      { a: { url, parser: 'pdf' } },
      'INVALID_CONFIG monitors.a.parser: must be one of capitol_trades, sec_form4, feed, generic, not "pdf"',
    ],
    [
      'an interval below zero',
      { a: { url, checkIntervalMinutes: -1 } },
      'INVALID_CONFIG monitors.a.checkIntervalMinutes: must be a whole number from 0',
    ],
    [
      'a flag that is none',
      { a: { url, alertOnNew: 'yes' } },
      'INVALID_CONFIG monitors.a.alertOnNew: must be true or false',
    ],
    ['no monitor', {}, 'INVALID_CONFIG monitors: at least one monitor is needed'],
    [
      'two with one id',
      [
        { id: 'a', url },
        { id: ' a ', url },
      ],
      'INVALID_CONFIG monitors.a: two monitors have this id',
    ],
    ['a list item without an id', [{ url }], 'INVALID_CONFIG monitors[0].id: must be a text'],
    [
      'an empty id',
      [{ id: ' ', url }],
      'INVALID_CONFIG monitors[0].id: must not be empty: give this monitor a name of its own (Monitor ID)',
    ],
    [
      'two keys of one name in the text',
      `{"a":{"url":"${url}"},\n "a":{"url":"${url}"}}`,
      'INVALID_CONFIG monitors: "a" stands twice in one object, again at line 2, column 2',
    ],
    [
      'text that is no JSON',
      '{\n  "a": {\n    "url": nope\n  }\n}',
      'INVALID_CONFIG monitors: not valid JSON at line 3, column 12',
    ],
    [
      'a comma too many',
      `{"a": {"url": "${url}", "reportEdits": ["x",]}}`,
      'not valid JSON at line 1, column 86: a comma stands before the closing ]. Remove it',
    ],
    [
      'a comma after the last setting, at the end of its line',
      `{"a": {\n  "url": "${url}", \n}}`,
      `not valid JSON at line 2, column ${10 + url.length + 2}: a comma stands before the closing }. Remove it`,
    ],
    [
      'a comment behind a setting',
      `{"a": {\n "url": "${url}", // the list\n "parser": "feed"}}`,
      `not valid JSON at line 2, column ${9 + url.length + 4}: a comment (//) stands there, and JSON has none. Remove it`,
    ],
    ['a comment above all', '# mine\n{}', 'not valid JSON at line 1, column 1: a comment (#) stands there'],
    ['a comment between values', '{"a": [1, /* 2 */ 3]}', 'line 1, column 11: a comment (/*) stands there'],
    ['text that ends early', '{ "a": ', 'INVALID_CONFIG monitors: not valid JSON at line 1'],
    ['a number', 7, 'INVALID_CONFIG monitors: must be an object, not 7'],
  ])('with %s are refused, with the place', (_, config, message) => {
    expect(messageOf(config)).toContain(message);
    expect(messageOf(config)).not.toContain('secret');
  });

  it('ignore a setting they do not know, and say so', () => {
    expect(readMonitors({ a: { url, idPatern: 'x' } })[0]?.warnings).toEqual([
      'monitors.a.idPatern is not a known setting and was ignored.',
    ]);
  });

  it('are chosen by id, and an unknown one lists the known', () => {
    const all = readMonitors(asPasted);
    expect(selectMonitors(all, 'sec_filings').map(({ id }) => id)).toEqual(['sec_filings']);
    expect(selectMonitors(all, null)).toHaveLength(2);
    expect(() => selectMonitors(all, 'x')).toThrow('Known: capitol_trades, sec_filings.');
  });
});
