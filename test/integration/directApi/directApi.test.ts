import type { ServerResponse } from 'node:http';
import { errorOf } from '../../helpers/loopback';
import {
  KEY,
  marketAgainst,
  marketSite,
  type Asking,
  type MarketAnswer,
  type MarketSite,
} from '../../helpers/marketSite';
import { fixture } from '../../helpers/providerAnswers';
import { startBudget, type MarketParts } from '../../../lib/directApi';

let site: MarketSite;
let market: ReturnType<typeof marketAgainst>;

beforeEach(async () => {
  site = await marketSite();
  market = marketAgainst(site);
});

afterEach(async () => {
  await market.close();
  await site.close();
});

/** A refusal with a time of its own: the end of the minute may be near while this runs. */
const refuseForHalfAMinute: MarketAnswer = (_url, response) => {
  response.setHeader('retry-after', '30');
  return fixture('twelvedata/error-credits-of-the-minute-with-status-200.json');
};
const paths = () => site.seen.map(({ url }) => url.split('?')[0]);

describe('a quote over real HTTP', () => {
  it('is a full envelope that names its provider', async () => {
    site.on('twelvedata', 'quote-market-open.json');
    const envelope = await market.ask();
    expect(envelope).toMatchObject({
      dataAsOf: '2026-05-13T14:24:00.000Z',
      dataAsOfFrom: 'twelvedata:last_quote_at',
      source: `${site.url}/twelvedata/quote?symbol=ACME`,
      provider: 'twelvedata',
      untrusted: true,
      data: { symbol: 'ACME', price: 102.5 },
    });
    expect(Date.now() - Date.parse(envelope.fetchedAt ?? '')).toBeLessThan(60_000);
    expect(envelope).not.toHaveProperty('attempts');
    expect(envelope).not.toHaveProperty('cached');
  });

  it('sends the key in a header, where the provider takes it, and never shows it', async () => {
    site.on('twelvedata', 'quote-market-open.json');
    site.on('coingecko', 'price.json');
    const all = [
      await market.ask(),
      await market.ask({ provider: 'coingecko', operation: 'crypto', symbol: 'BTC' }),
    ];
    expect(site.seen[0]?.headers.authorization).toBe(`apikey ${KEY}`);
    expect(site.seen[1]?.headers['x-cg-demo-api-key']).toBe(KEY);
    expect(site.seen.map(({ url }) => url).join()).not.toContain('SECRET');
    expect(JSON.stringify(all)).not.toContain('SECRET');
  });

  it('shows the key in no other form of it either', async () => {
    const key = 'AbCdEf0123456789';
    const forms = [key, key.toLowerCase(), key.toUpperCase(), Buffer.from(key).toString('base64')];
    const given = { twelvedata: { ...site.given.twelvedata, key } };
    site.on('twelvedata', () => JSON.stringify({ symbol: 'ACME', name: forms.join(' '), close: '5' }));
    const { data } = await market.ask({ given });
    expect('name' in data ? data.name : null).toBe('*** *** *** ***==');
    site.on('twelvedata', (_, response) => {
      response.writeHead(302, { location: `https://${key}.evil.test/${forms.join('/')}` }).end();
      return null;
    });
    const error = await errorOf(market.ask({ given, symbol: 'OTHER' }));
    expect([error.code, error.url]).toEqual(['BLOCKED', 'https://***.evil.test/***/***/***/***==']);
  });

  it('takes the key of Alpha Vantage, which must be in the query, out of the source and of what is echoed', async () => {
    site.on('alphavantage', 'quote.json');
    const envelope = await market.ask({ provider: 'alphavantage' });
    expect(site.seen[0]?.url).toContain(`apikey=${encodeURIComponent(KEY)}`);
    expect(envelope.source).toBe(`${site.url}/alphavantage/query?function=GLOBAL_QUOTE&symbol=ACME`);
    site.on('alphavantage', () => `{"Information":"your API key ${KEY} may make 25 requests per day"}`);
    const limited = await errorOf(market.ask({ provider: 'alphavantage', symbol: 'OTHER' }));
    expect(limited.code).toBe('RATE_LIMITED');
    site.on('yahoo', () => `{"chart":{"error":{"code":"Bad Request","description":"${KEY}"}}}`);
    const texts = [limited.message, limited.url, JSON.stringify(limited), String(limited.stack)];
    expect(texts.join()).not.toContain('SECRET');
  });
});

describe('the cache', () => {
  it('makes one request of 100 identical quotes at the same time', async () => {
    site.on('twelvedata', 'quote-market-open.json');
    const envelopes = await Promise.all(Array.from({ length: 100 }, () => market.ask()));
    expect(site.seen).toHaveLength(1);
    expect(envelopes.filter(({ cached }) => cached !== true)).toHaveLength(1);
    expect(new Set(envelopes.map(({ fetchedAt }) => fetchedAt)).size).toBe(1);
  });

  it('keeps the time of the real request', async () => {
    site.on('twelvedata', 'quote-market-open.json');
    const first = await market.ask();
    const second = await market.ask();
    expect(second).toEqual({ ...first, cached: true });
  });

  it('tells keys, providers, intervals and sizes apart', async () => {
    site.on('twelvedata', 'series-daily-newest-first.json');
    const history = { operation: 'history', interval: '1day', outputSize: 3 };
    await market.ask(history);
    await market.ask({ ...history, outputSize: 2 });
    await market.ask({ ...history, given: { twelvedata: { ...site.given.twelvedata, key: 'another-key' } } });
    await market.ask(history);
    expect(site.seen).toHaveLength(3);
  });

  it('does not keep failures', async () => {
    site.on('twelvedata', 'error-symbol-unknown.json');
    expect((await errorOf(market.ask())).code).toBe('NOT_FOUND');
    site.on('twelvedata', 'quote-market-open.json');
    expect((await market.ask()).data).toMatchObject({ price: 102.5 });
  });
});

describe('the fallback', () => {
  const fallback = { settings: { fallback: true } };

  it.each([
    ['RATE_LIMITED', refuseForHalfAMinute],
    ['NOT_FOUND', 'error-symbol-unknown.json'],
  ] as const)('asks Yahoo after %s and lists both attempts', async (code, body) => {
    site.on('twelvedata', body);
    site.on('yahoo', 'chart-market-open.json');
    const envelope = await market.ask(fallback);
    expect(envelope).toMatchObject({ provider: 'yahoo', data: { price: 102.5 } });
    expect(envelope.attempts?.map((attempt) => [attempt.provider, attempt.code])).toEqual([
      ['twelvedata', code],
      ['yahoo', null],
    ]);
  });

  it('does not step in for a wrong key', async () => {
    site.on('twelvedata', () => '{"code":401,"message":"apikey is incorrect","status":"error"}');
    expect((await errorOf(market.ask(fallback))).code).toBe('AUTH');
    expect(paths()).toEqual(['/twelvedata/quote']);
  });

  it('takes no other symbol for an answer', async () => {
    site.on('twelvedata', 'error-symbol-unknown.json');
    site.on('yahoo', 'chart-pence-in-london.json');
    const error = await errorOf(market.ask(fallback));
    expect([error.code, error.message]).toEqual([
      'NOT_FOUND',
      expect.stringContaining('ACM.L instead of ACME'),
    ]);
  });

  it('reports both when neither answers, with the code of the first', async () => {
    site.on('twelvedata', (_url, response) => {
      response.socket?.destroy();
      return null;
    });
    site.on('yahoo', 'error-not-found.json');
    const error = await errorOf(market.ask(fallback));
    expect(error.code).toBe('NETWORK');
    expect(error.message).toMatch(/Twelve Data: .* Yahoo Finance: /);
  });

  it('asks Yahoo for a bitcoin that CoinGecko does not give, and no other coin under the ticker', async () => {
    site.on('coingecko', 'error-rate-limit.json');
    site.on('yahoo', 'chart-bitcoin.json');
    const ask = (symbol: string) =>
      market.ask({ provider: 'auto', operation: 'crypto', symbol, ...fallback });
    expect(await ask('BTC')).toMatchObject({
      provider: 'yahoo',
      data: { pair: 'BTC/USD', name: 'Bitcoin USD' },
    });
    site.on('yahoo', 'chart-another-coin-under-the-ticker.json');
    expect((await errorOf(ask('UNI'))).message).toContain('instead of UNI (Uniswap)');
  });
});

describe('a coin', () => {
  const coin = (symbol: string, more: Asking = {}) =>
    market.ask({ provider: 'coingecko', operation: 'crypto', symbol, ...more });
  /** CoinGecko with three coins, which answers a search as it is told. */
  const whileRanking =
    (search: MarketAnswer & object): MarketAnswer =>
    (url, response) => {
      if (url.pathname.endsWith('/coins/list'))
        return '[{"id":"lonely-coin","symbol":"lone","name":"Lonely"},{"id":"axelar","symbol":"axl","name":"Axelar"},{"id":"axl-inu","symbol":"axl","name":"AXL INU"}]';
      if (url.pathname.endsWith('/search')) return search(url, response);
      return `{"${url.searchParams.get('ids') ?? ''}":{"usd":1.5,"last_updated_at":1778682245}}`;
    };

  beforeEach(() => {
    site.on(
      'coingecko',
      whileRanking(() => '{"coins":[{"id":"axl-inu","symbol":"AXL","market_cap_rank":9}]}'),
    );
  });

  it('that everybody knows is asked for without any list', async () => {
    expect((await coin('btc')).data).toMatchObject({ coinId: 'bitcoin', price: 1.5 });
    expect(paths()).toEqual(['/coingecko/simple/price']);
  });

  it('that is alone under its ticker is found in the list, which is fetched once', async () => {
    expect((await coin('LONE')).data).toMatchObject({
      coinId: 'lonely-coin',
      symbol: 'LONE',
      name: 'Lonely',
    });
    await coin('lone');
    expect(paths().filter((path) => path?.endsWith('/list'))).toHaveLength(1);
  });

  it('whose ticker belongs to several is an error with the candidates, the best known first', async () => {
    const error = await errorOf(coin('AXL'));
    expect([error.code, error.message]).toEqual([
      'AMBIGUOUS_SYMBOL',
      '"AXL" is the ticker of 2 coins: id:axl-inu (AXL INU, rank 9), id:axelar (Axelar). Give the id instead.',
    ]);
    expect((await coin('id:axelar')).data).toMatchObject({ coinId: 'axelar' });
  });

  it('that nobody knows is NOT_FOUND', async () => {
    expect((await errorOf(coin('NOSUCH'))).code).toBe('NOT_FOUND');
  });

  it('gets its candidates without ranks where CoinGecko does not give them', async () => {
    site.on(
      'coingecko',
      whileRanking(() => 'out of order'),
    );
    const error = await errorOf(coin('AXL'));
    expect([error.code, error.message]).toEqual([
      'AMBIGUOUS_SYMBOL',
      '"AXL" is the ticker of 2 coins: id:axelar (Axelar), id:axl-inu (AXL INU). Give the id instead.',
    ]);
  });

  it('is no error of its own when the execution is stopped while the ranks are asked for', async () => {
    const stop = new AbortController();
    site.on(
      'coingecko',
      whileRanking(() => {
        stop.abort();
        return null;
      }),
    );
    expect((await errorOf(coin('AXL', { settings: { signal: stop.signal } }))).code).toBe('CANCELLED');
  });

  it('hides no mistake of ours behind missing ranks', async () => {
    const { cache } = market.parts;
    const broken: MarketParts = {
      ...market.parts,
      cache: {
        get: (key, options, load) => {
          if (key.includes('/search')) throw new TypeError('a mistake');
          return cache.get(key, options, load);
        },
      },
    };
    await expect(coin('AXL', { parts: broken })).rejects.toThrow(TypeError);
  });
});

describe('limits', () => {
  it('of 8 a minute let 8 through at once and refuse the rest with the time, when the run may not wait', async () => {
    site.on('twelvedata', (url) =>
      JSON.stringify({ symbol: url.searchParams.get('symbol'), close: '1.5', datetime: '2026-05-12' }),
    );
    const given = { twelvedata: { ...site.given.twelvedata, perMinute: 8 } };
    const settings = { budget: startBudget(0) };
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => market.ask({ symbol: `S${i}`, given, settings })),
    );
    expect(results.map(({ status }) => status)).toEqual([
      ...Array(8).fill('fulfilled'),
      ...Array(42).fill('rejected'),
    ]);
    const { reason } = results[49] as PromiseRejectedResult;
    expect(reason).toMatchObject({ code: 'RATE_LIMITED' });
    expect(reason.retryAfterMs).toBeGreaterThan(50_000);
    expect(reason.retryAfterMs).toBeLessThanOrEqual(60_000);
    expect(site.seen).toHaveLength(8);
  });

  it('are kept after a refusal: the next one is not sent', async () => {
    site.on('twelvedata', refuseForHalfAMinute);
    const settings = { budget: startBudget(0) };
    await errorOf(market.ask({ settings }));
    const second = await errorOf(market.ask({ symbol: 'OTHER', settings }));
    expect([second.code, site.seen.length]).toEqual(['RATE_LIMITED', 1]);
    expect(second.retryAfterMs).toBeLessThanOrEqual(60_000);
  });
});

describe('what goes wrong on the way', () => {
  it.each([
    [
      'BLOCKED',
      (_url: URL, response: ServerResponse) => {
        response.writeHead(307, { location: 'https://consent.example.com/' }).end();
        return null;
      },
    ],
    [
      'BLOCKED',
      (_url: URL, response: ServerResponse) => {
        response.setHeader('content-type', 'application/json');
        return '<!doctype html><title>Hello</title>';
      },
    ],
    ['RESPONSE_TOO_LARGE', () => `{"symbol":"${'x'.repeat(3_000_000)}"}`],
    ['PROVIDER_ERROR', () => 'symbol=ACME'],
    [
      'NETWORK',
      (_url: URL, response: ServerResponse) => {
        response.socket?.destroy();
        return null;
      },
    ],
  ])('is %s (case %#)', async (code, answer) => {
    site.on('twelvedata', answer);
    expect((await errorOf(market.ask())).code).toBe(code);
  });

  it('is the failure itself where a run that does not wait has no room for a second request', async () => {
    site.on('yahoo', (_url, response) => {
      response.socket?.destroy();
      return null;
    });
    const one = { requests: 1, perMs: 60_000 };
    const limits = { twelvedata: one, alphavantage: one, coingecko: one, yahoo: one };
    const settings = { budget: startBudget(0), limits };
    const error = await errorOf(market.ask({ provider: 'yahoo', settings }));
    expect([error.code, error.message]).toEqual(['NETWORK', expect.not.stringContaining('limit')]);
    expect(paths()).toHaveLength(1);
  });

  it('is TIMEOUT where nothing comes', async () => {
    site.on('twelvedata', () => null);
    const error = await errorOf(market.ask({ settings: { timeoutSeconds: 0.3 } }));
    expect(error.code).toBe('TIMEOUT');
  });

  it('is mended by one more request when a server was down for a moment', async () => {
    let asked = 0;
    site.on('yahoo', (_url, response) => {
      if (asked++ > 0) return '{"quotes":[]}';
      response.writeHead(503).end('{}');
      return null;
    });
    const { data } = await market.ask({ provider: 'yahoo', operation: 'search', symbol: 'acme' });
    expect([data, asked]).toEqual([{ query: 'acme', results: [] }, 2]);
  });

  it('ends with the run that was cancelled', async () => {
    const stop = new AbortController();
    site.on('twelvedata', 'error-symbol-unknown.json');
    site.on('yahoo', () => {
      stop.abort();
      return null;
    });
    const settings = { signal: stop.signal, fallback: true };
    expect((await errorOf(market.ask({ settings }))).code).toBe('CANCELLED');
  });
});
