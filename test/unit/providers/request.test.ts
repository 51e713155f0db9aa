import { chainFor, type Accesses } from '../../../lib/providers/chain';
import { readAccess } from '../../../lib/providers/access';
import { PROVIDERS } from '../../../lib/providers/index';
import type { ProviderName } from '../../../lib/providers/provider';
import { coinDoubtOf, doubtOf, readMarketRequest, type MarketRequest } from '../../../lib/providers/request';
import { refusalOf } from '../../helpers/providerAnswers';

const KEYS: Accesses = {
  twelvedata: readAccess('twelvedata', { key: 'k' }),
  alphavantage: readAccess('alphavantage', { key: 'k' }),
  coingecko: readAccess('coingecko', {}),
  yahoo: readAccess('yahoo', {}),
};
const NO_KEYS: Accesses = { ...KEYS, twelvedata: null, alphavantage: null };

const ask = (more: Partial<MarketRequest>) =>
  readMarketRequest({ operation: 'quote', provider: 'auto', symbol: 'AAPL', interval: '1day', ...more });
const chain = (more: Partial<MarketRequest>, accesses = KEYS, fallback = true) => {
  const asked = ask(more);
  const { providers, skipped } = chainFor(asked, asked.provider, accesses, fallback);
  return { names: providers.map(({ name }) => name), skipped: skipped?.provider.name ?? null };
};
const refused = (more: Partial<MarketRequest>, accesses = KEYS, fallback = true) =>
  refusalOf(() => chain(more, accesses, fallback));

describe('a request that cannot be meant is refused with one sentence', () => {
  it.each([0, 501, 1.5, -1, '12x', null, NaN])('output size %p', (outputSize) => {
    const error = refused({ operation: 'history', outputSize });
    expect(error.code).toBe('INVALID_REQUEST');
    expect(error.message).toContain('from 1 to 500');
  });

  it.each([
    [{ operation: 'history', interval: '2h' }, '1min, 5min, 1h, 1day'],
    [{ operation: 'sell' }, 'quote, history, crypto, forex, search'],
    [{ provider: 'bloomberg' }, 'auto, twelvedata'],
    [{ symbol: '' }, 'empty'],
    [{ operation: 'search', symbol: ' ' }, 'empty'],
    [{ operation: 'crypto', symbol: 'BTC', currency: 5 }, 'currency'],
  ])('%p', (more, words) => {
    const error = refused(more);
    expect([error.code, error.message]).toEqual(['INVALID_REQUEST', expect.stringContaining(words)]);
  });

  it('takes digits in a text for an output size, as expressions give them', () => {
    expect(ask({ operation: 'history', outputSize: '500' }).query).toMatchObject({ outputSize: 500 });
  });
});

describe('who is asked', () => {
  it.each([
    [{}, KEYS, ['twelvedata', 'yahoo']],
    [{}, NO_KEYS, ['yahoo']],
    [{ operation: 'crypto', symbol: 'BTC' }, KEYS, ['coingecko', 'yahoo']],
    [{ operation: 'crypto', symbol: 'AXL' }, KEYS, ['coingecko']],
    [{ operation: 'history', symbol: 'id:axelar' }, KEYS, ['coingecko']],
    [{ operation: 'history', symbol: 'id:bitcoin' }, KEYS, ['twelvedata', 'yahoo']],
    [{ operation: 'history', symbol: 'FOO/USD' }, KEYS, ['twelvedata']],
    [{ provider: 'yahoo' }, KEYS, ['yahoo']],
    [{ provider: 'alphavantage' }, KEYS, ['alphavantage', 'yahoo']],
  ])('%p: %#', (more, accesses, names) => {
    expect(chain(more, accesses).names).toEqual(names);
  });

  it('is nobody but the chosen one without the fallback', () => {
    expect(chain({}, KEYS, false).names).toEqual(['twelvedata']);
  });

  it('is Yahoo for a notation of its own, and Twelve Data is not asked', () => {
    expect(chain({ symbol: '^GSPC' })).toEqual({ names: ['yahoo'], skipped: 'twelvedata' });
  });

  it('is Yahoo where Alpha Vantage has too few points, or nobody without the fallback', () => {
    const many = { provider: 'alphavantage', operation: 'history', outputSize: 101 };
    expect(chain(many)).toEqual({ names: ['yahoo'], skipped: 'alphavantage' });
    expect(refused(many, KEYS, false).message).toBe(
      'Alpha Vantage serves at most 100 points, 101 are asked for. These can: Twelve Data, Yahoo Finance.',
    );
  });
});

describe('what a provider cannot serve is said before any request, with those that can', () => {
  it.each([
    [{ provider: 'coingecko' }, 'These do: Twelve Data, Alpha Vantage, Yahoo Finance.'],
    [{ provider: 'coingecko', operation: 'forex', symbol: 'EUR/USD' }, 'Twelve Data, Alpha Vantage, Yahoo'],
    [
      { provider: 'coingecko', operation: 'history', symbol: 'BTC/USD', interval: '1min' },
      'does not serve the interval 1min. These can: Twelve Data, Alpha Vantage, Yahoo Finance.',
    ],
    [{ provider: 'twelvedata', symbol: '^GSPC' }, 'These can: Yahoo Finance.'],
    [{ provider: 'yahoo', operation: 'crypto', symbol: 'id:axelar' }, 'These can: CoinGecko.'],
  ])('%p', (more, words) => {
    const error = refused(more);
    expect([error.code, error.message]).toEqual(['INVALID_REQUEST', expect.stringContaining(words)]);
  });

  it('names the missing credential and the provider that needs none', () => {
    const error = refused({ provider: 'twelvedata' }, NO_KEYS);
    expect([error.code, error.message]).toEqual([
      'INVALID_CONFIG',
      'Twelve Data needs the credential Twelve Data API. Add it to the node, or choose Yahoo Finance, which needs no key.',
    ]);
  });
});

describe('a base URL', () => {
  it.each([
    'http://api.twelvedata.com',
    'ftp://api.twelvedata.com',
    'https://user:pass@api.twelvedata.com',
    'https://api.twelvedata.com/?apikey=x',
    'https://api.twelvedata.com/#x',
    'http://127.0.0.1.example.com',
    'http://192.168.0.1',
    'nonsense',
  ])('is not %s', (baseUrl) => {
    expect(refusalOf(() => readAccess('twelvedata', { baseUrl })).code).toBe('INVALID_CONFIG');
  });

  it('may be http for this machine alone, and only then may it be private', () => {
    expect(readAccess('yahoo', { baseUrl: 'http://127.0.0.1:8080/' })).toMatchObject({
      baseUrl: 'http://127.0.0.1:8080',
      isLocal: true,
    });
    expect(readAccess('yahoo', { baseUrl: 'https://10.0.0.1' }).isLocal).toBe(false);
  });

  it('of CoinGecko follows from the plan; a keyless plan sends no key', () => {
    const of = (plan: string) => readAccess('coingecko', { plan, key: 'k' });
    expect(of('pro').baseUrl).toBe('https://pro-api.coingecko.com/api/v3');
    expect(of('demo')).toMatchObject({ baseUrl: 'https://api.coingecko.com/api/v3', key: 'k' });
    expect(of('keyless').key).toBeNull();
  });
});

it('points out that there is a share under the ticker of a coin', () => {
  expect(doubtOf(ask({ symbol: 'BTC' }))).toEqual([expect.stringContaining('write BTC/USD')]);
  expect([doubtOf(ask({ symbol: 'AAPL' })), doubtOf(ask({ symbol: 'BTC/USD' }))]).toEqual([[], []]);
});

describe('a coin that is known to a provider by its ticker alone', () => {
  const doubt = (
    more: Partial<MarketRequest>,
    provider: ProviderName,
    data: object = { name: 'Salmonation' },
  ) => coinDoubtOf(ask(more), PROVIDERS[provider], data);

  it.each<[Partial<MarketRequest>]>([
    [{ symbol: 'SUI/USD' }],
    [{ operation: 'history', symbol: 'SUI-USD' }],
    [{ operation: 'crypto', symbol: 'sui' }],
  ])('comes with its name in a warning: %p', (request) => {
    expect(doubt(request, 'yahoo')).toEqual([expect.stringMatching(/ticker SUI, .*"Salmonation"/)]);
    expect(doubt(request, 'twelvedata', {})).toEqual([expect.stringContaining('does not say which one')]);
  });

  it.each<[Partial<MarketRequest>, ProviderName]>([
    [{ operation: 'crypto', symbol: 'sui' }, 'coingecko'],
    [{ symbol: 'BTC/USD' }, 'yahoo'],
    [{ symbol: 'EUR/USD' }, 'yahoo'],
    [{ symbol: 'USD/BTC' }, 'yahoo'],
    [{ symbol: 'SUI' }, 'yahoo'],
    [{ operation: 'forex', symbol: 'EUR/USD' }, 'twelvedata'],
    [{ operation: 'search', symbol: 'sui' }, 'yahoo'],
  ])('is no doubt where it is known, or no coin: %p at %s', (request, provider) => {
    expect(doubt(request, provider)).toEqual([]);
  });
});
