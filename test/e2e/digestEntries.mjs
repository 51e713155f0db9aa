/** Invented entries for the digest: usual ones, ones that say little, very long words, and hostile ones. */
const trade = (id, fields, over = {}) => ({
  id,
  numericId: id,
  detailUrl: `https://www.capitoltrades.com/trades/${id}`,
  publishedAt: '2026-09-15T13:05:02.000Z',
  publishedText: null,
  tradedAt: '2026-08-26',
  fields: {
    politician: 'Celia Garrow',
    party: 'Democrat',
    chamber: 'House',
    state: 'FL',
    issuer: 'Tallow & Finch',
    ticker: 'TF',
    filedAfterDays: 19,
    owner: 'Self',
    tradeType: 'sell',
    size: '1K–15K',
    price: 1234.5,
    ...fields,
  },
  ...over,
});

/** Oldest first, as a check delivers them. */
export const trades = [
  trade(
    '20003939625',
    { politician: null, party: null, ticker: null, price: null, size: null, filedAfterDays: null },
    { publishedAt: null, publishedText: 'Yesterday, before noon', tradedAt: null, detailUrl: null },
  ),
  trade('20003939626', {
    politician: 'Bartholomew Featherstonehaugh-Cholmondeley',
    issuer: 'Rindfleischetikettierungsueberwachungsaufgabenuebertragungsgesetz Holdings plc',
    ticker: 'RFLETUEAUEG:LN',
    size: '25M–50M',
    price: 0.0123,
    owner: 'Undisclosed',
  }),
  trade('20003939627', { tradeType: 'buy', politician: 'Ines Quarrie', chamber: 'Senate', owner: 'Spouse' }),
  trade('20003939628', { tradeType: 'exchange', issuer: 'Wharf & Lantern', ticker: 'WLN', owner: 'Joint' }),
  trade('20003939629', { issuer: "O'Dowd Grain", ticker: 'ODG', tradeType: 'buy', size: '50K–100K' }),
].map((entry, index) =>
  entry.publishedAt === null || index === 4
    ? entry
    : { ...entry, publishedAt: `2026-09-15T1${index}:30:00.000Z` },
);

const filing = (id, fields) => ({
  id,
  numericId: null,
  detailUrl: `https://www.sec.gov/Archives/edgar/data/7/${id}-index.htm`,
  publishedAt: '2026-09-15T20:31:07.000Z',
  publishedText: null,
  tradedAt: null,
  fields: {
    formType: '4',
    issuer: { name: 'Blue Heron Instruments', cik: '0000000007' },
    ticker: 'BHI',
    ...fields,
  },
});

export const filings = [
  filing('0000000007-26-000001', {
    insiders: [{ name: 'Mina Okafor', role: 'Chief Financial Officer' }],
    purchases: { transactions: 2, shares: 12500, value: 503125.5 },
    sales: { transactions: 0, shares: 0, value: 0 },
  }),
  filing('0000000007-26-000002', {
    formType: '4/A',
    ticker: null,
    partial: true,
    reportingOwners: [
      { name: 'Long Meadow Partners Fund IV Limited Partnership' },
      { name: 'Long Meadow Management Company' },
    ],
    sales: { transactions: 1, shares: 900, value: null },
  }),
];

const post = (id, title, over = {}) => ({
  id,
  numericId: null,
  detailUrl: `https://news.example/${id}`,
  publishedAt: '2026-09-15T13:05:02.000Z',
  publishedText: null,
  tradedAt: null,
  fields: { title, author: 'A. Writer' },
  ...over,
});

export const posts = [
  post('1', 'Rates stay where they are'),
  post('2', null, { publishedAt: '2026-09-14' }),
  post('3', `A title without a space: ${'averylongword'.repeat(12)}`, { publishedAt: '2026-09-14T09:30:00' }),
];

export const listRows = [
  {
    id: 'T-2026-0815',
    numericId: null,
    detailUrl: 'https://tenders.example/T-2026-0815',
    publishedAt: null,
    publishedText: null,
    tradedAt: null,
    fields: { title: 'Bridge over the Elbe', Authority: 'City of Torgau', Budget: 1250000, column4: 'open' },
    redelivered: true,
    changes: { Budget: { before: 1000000, after: 1250000 } },
  },
];

export const hostileTrade = trade(
  '20003939630',
  {
    politician: '<img src="https://tracker.example/x.png" onerror="globalThis.hacked=1">',
    issuer: '"><script>globalThis.hacked=1</script>',
    ticker: "' onmouseover='globalThis.hacked=1",
    owner: '</td></tr></table><style>*{display:none}</style>',
  },
  {
    detailUrl: 'javascript:globalThis.hacked=1',
    publishedAt: null,
    publishedText: '<iframe src="https://tracker.example/">',
  },
);
