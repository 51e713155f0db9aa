// The provider readers as the corpus checks call them: symbols come from the URL that was asked.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { PROVIDERS, readAnswer } = require('../../../dist/lib/providers/index.js');
const { parseInstrument, parseForex } = require('../../../dist/lib/providers/symbols.js');
const { removeSecrets } = require('../../../dist/lib/redact.js');
const { seal } = require('../../../dist/lib/envelope.js');

export function readProvider({ provider, operation, status, body, requestUrl, symbol, fetchedAt }) {
  const url = requestUrl ? new URL(requestUrl) : null;
  const param = (...names) => names.map((name) => url?.searchParams.get(name)).find(Boolean) ?? null;
  const secrets = ['apikey', 'api_key', 'x_cg_demo_api_key', 'x_cg_pro_api_key']
    .map((name) => param(name))
    .filter(Boolean);
  const clean = (text) => removeSecrets(text, secrets);
  const fetchedAtMs = Date.parse(fetchedAt);
  const text = withoutForeignInterval(body, param);
  const answer = { url: requestUrl, status, headers: {}, text, fetchedAtMs };
  try {
    const query = queryOf(operation, url, param, symbol);
    const reading = readAnswer(PROVIDERS[provider], operation, answer, query, clean);
    const envelope = seal(reading, { fetchedAtMs, source: requestUrl });
    return { ok: true, data: envelope.data, dataAsOf: envelope.dataAsOf };
  } catch (error) {
    if (error.name !== 'ToolError') throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}

/** A body is read even where we would have refused the symbol before asking. */
function instrumentOf(symbol) {
  try {
    return parseInstrument(symbol);
  } catch {
    return { kind: 'listing', text: symbol, ticker: symbol, exchange: null };
  }
}

function pairOf(symbol) {
  try {
    return parseForex(symbol);
  } catch {
    const [base, quote] = symbol.split(/[/-]/);
    return { base, quote: quote ?? 'USD' };
  }
}

const INTERVALS = { '1m': '1min', '1min': '1min', '5m': '5min', '5min': '5min', '60min': '1h', '1h': '1h' };

/** Intervals that we do not offer are read in the nearest form: within the day by instants, else by dates. */
function intervalOf(url, param) {
  const named = param('interval') ?? '';
  if (url?.hostname.includes('coingecko') && named !== 'daily') {
    const days = Number(param('days'));
    return days === 1 ? '5min' : days <= 90 ? '1h' : '1day';
  }
  return INTERVALS[named] ?? (/^\d+(m|min|h)$/.test(named) ? '5min' : '1day');
}

const OFFERED = new Set([...Object.keys(INTERVALS), '1d', '1day', 'daily', '']);

/** A reader refuses a body that names another interval than the one asked for: then the name is taken out. */
function withoutForeignInterval(body, param) {
  if (OFFERED.has(param('interval') ?? '') && !/WEEKLY|MONTHLY/.test(param('function') ?? '')) return body;
  return body
    .replace(/("(?:dataGranularity|interval|\d+\. Interval)"\s*:\s*)"[^"]*"/g, '$1null')
    .replace(/"[^"]*Time Series[^"]*"(?=\s*:)/, '"Time Series"');
}

function queryOf(operation, url, param, symbol) {
  const from = param('from_currency', 'from_symbol');
  const to = param('to_currency', 'to_symbol');
  const pair = from && to ? `${from}/${to}` : null;
  const inPath = /\/(?:chart|coins)\/([^/?]+)/.exec(url?.pathname ?? '')?.[1];
  const market = param('market') ? `${param('symbol')}/${param('market')}` : null;
  const asked =
    symbol ??
    pair ??
    market ??
    param('symbol', 'symbols') ??
    (inPath ? decodeURIComponent(inPath) : null) ??
    'X';
  const vs = (param('vs_currencies', 'vs_currency') ?? 'usd').split(',')[0].toUpperCase();
  const isCoin = url?.hostname.includes('coingecko');
  switch (operation) {
    case 'quote':
      return { instrument: instrumentOf(asked.split(',')[0]) };
    case 'history': {
      const interval = intervalOf(url, param);
      const instrument = isCoin ? { kind: 'coin', text: `id:${asked}`, id: asked } : instrumentOf(asked);
      return { instrument, interval, outputSize: 500 };
    }
    case 'crypto': {
      const id = symbol ?? param('ids')?.split(',')[0].trim() ?? inPath ?? asked;
      if (isCoin) return { base: id, byId: true, vs };
      const [base, quote] = asked.split(/[/-]/);
      return { base, byId: false, vs: quote ?? vs };
    }
    case 'forex':
      return pairOf(asked);
    case 'search':
      return { text: param('q', 'query', 'keywords', 'symbol') ?? 'x' };
  }
}
