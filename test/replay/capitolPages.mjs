/**
 * Pages in the manner of Capitol Trades' list of trades, all markup written here: a Next.js page whose table is
 * streamed into a hidden part behind "Loading ...", with the rows' exact data in pushed scripts.
 */
import { capitolTrades } from './capitolTrades.mjs';
import { tableRow } from './capitolRow.mjs';

/**
 * One page of the list as HTML.
 * `seed`, `start`, `count`, `growth`: which trades the site has (see capitolTrades). `now`: when it is asked.
 * `page` counts from 1. `layout`: `full`; `tableOnly` (no data); `dataOnly` (no table); `shell` ("Loading ..." alone);
 * `empty` (a filter that matches no trade).
 */
export function capitolPage({ page = 1, pageSize = 12, layout = 'full', now, ...site }) {
  const all = layout === 'empty' ? [] : capitolTrades({ start: now, ...site });
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  const totalPages = Math.max(1, Math.ceil(all.length / pageSize));
  const hasTable = layout !== 'dataOnly' && layout !== 'shell';
  const hasData = layout !== 'tableOnly' && layout !== 'shell';
  return (
    head() +
    '<body class="site"><header class="bar"><a href="/">Trades of the House and the Senate</a></header>' +
    '<!--$?--><template id="B:0"></template><div class="loader"><p>Loading ...</p></div><!--/$-->' +
    (hasData ? pushes(flight(shown, all.length, totalPages)) : '') +
    (hasTable
      ? streamed(shown.map((trade) => tableRow(trade, now)).join(''), { page, pageSize, totalPages })
      : '') +
    '</body></html>'
  );
}

/** What a perfect reader finds on the same page, in page order. */
export function capitolShown({ page = 1, pageSize = 12, now, ...site }) {
  return capitolTrades({ start: now, ...site }).slice((page - 1) * pageSize, page * pageSize);
}

const CHUNKS = Array.from(
  { length: 40 },
  (_, k) => `/_next/static/chunks/${1000 + k * 137}-${(((k + 3) * 2654435761) >>> 0).toString(16)}.js`,
);

function head() {
  return (
    '<!DOCTYPE html><html lang="en" class="dark"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>' +
    CHUNKS.map((chunk) => `<script src="${chunk}" async=""></script>`).join('') +
    '<title>Trades of politicians</title><meta name="description" content="Every disclosed trade"/></head>'
  );
}

const HEADINGS = [
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

function streamed(rows, { page, pageSize, totalPages }) {
  const headings = HEADINGS.map(
    (name) => `<th class="h-12"><section><div class="dim">${name}</div></section></th>`,
  ).join('');
  return (
    '<div hidden id="S:0"><main class="container"><h1>trades</h1><section><template id="P:1"></template><div class="scroll"><table class="w-full">' +
    `<thead class="[&amp;_tr]:rule"><tr class="row">${headings}</tr></thead><tbody class="">${rows}</tbody></table></div>` +
    `<div class="pages"><a aria-label="Go to previous page" href="/trades?page=${page - 1}"></a><p class="hidden sm:block">Page <b>${page}</b> of <b>${totalPages}</b></p><p class="sm:hidden"><b>${page}</b> / <b>${totalPages}</b></p>` +
    `<a aria-label="Go to next page" href="/trades?page=${page + 1}"></a><span class="q-label">${pageSize}</span></div></section></main></div>` +
    '<script>$RC=function(b,s){b=document.getElementById(b);s=document.getElementById(s);b.replaceWith(...s.childNodes)};$RC("B:0","S:0")</script>'
  );
}

/** The rows of React's data format: `hexId:json`, one a line; the trades stand in one of them. */
function flight(shown, totalCount, totalPages) {
  const lines = CHUNKS.map(
    (chunk, k) => `${(k + 1).toString(16)}:I[${4000 + k},${JSON.stringify(CHUNKS.slice(0, 32))},"Part${k}"]`,
  );
  const table = ['$', '$L1d', null, { columns: '$1e', data: shown.map(dataItem) }];
  const pager = ['$', '$L1f', null, { className: 'mt-6', searchParams: {}, totalCount, totalPages }];
  lines.push(
    `30:${JSON.stringify([
      '$',
      'main',
      null,
      {
        className: 'container',
        children: [
          ['$', 'h1', null, { children: 'trades' }],
          ['$', 'section', null, { children: ['$L1b', table, pager] }],
        ],
      },
    ])}`,
  );
  lines.push('31:null');
  return `${lines.join('\n')}\n`;
}

function dataItem(trade) {
  const { politician, issuer } = trade;
  return {
    _issuerId: issuer.id,
    _politicianId: politician.id,
    _txId: Number(trade.id),
    chamber: politician.chamber,
    comment: trade.comment,
    issuer: {
      _stateId: null,
      c2iq: null,
      country: 'us',
      issuerName: issuer.name,
      issuerTicker: issuer.ticker,
      sector: issuer.sector,
    },
    owner: trade.owner,
    politician: {
      _stateId: politician.state,
      chamber: politician.chamber,
      dob: '1960-01-01',
      firstName: politician.firstName,
      gender: 'female',
      lastName: politician.lastName,
      nickname: politician.nickname,
      party: politician.party,
    },
    price: trade.price,
    pubDate: new Date(trade.publishedMs).toISOString().replace('.000Z', 'Z'),
    reportingGap: trade.gapDays,
    txDate: trade.traded,
    txType: trade.type,
    txTypeExtended: null,
    value: trade.size.value,
  };
}

/** The stream is cut wherever a network packet ended, in the middle of a row too. */
function pushes(text) {
  const scripts = ['<script>(self.__next_f=self.__next_f||[]).push([0])</script>'];
  for (let at = 0; at < text.length; at += 30_011)
    scripts.push(`<script>self.__next_f.push([1,${inScript(text.slice(at, at + 30_011))}])</script>`);
  return scripts.join('');
}

const inScript = (text) =>
  JSON.stringify(text).replace(/&/g, '\\u0026').replace(/</g, '\\u003c').replace(/>/g, '\\u003e');
