import { readAccesses, readLimits, type GivenAccess } from '../../../lib/market/settings';
import type { ProviderName } from '../../../lib/providers/provider';
import { refusalOf } from '../../helpers/providerAnswers';

const given = (more: Partial<Record<ProviderName, GivenAccess | null>> = {}) => ({
  twelvedata: { key: 'k' },
  alphavantage: { key: 'k' },
  coingecko: {},
  yahoo: {},
  ...more,
});

it('keeps to what free keys allow unless the credential says otherwise', () => {
  expect(readLimits(given())).toEqual({
    twelvedata: { requests: 8, perMs: 60_000 },
    alphavantage: { requests: 1, perMs: 1000 },
    coingecko: { requests: 30, perMs: 60_000 },
    yahoo: { requests: 1, perMs: 1000 },
  });
  expect(readLimits(given({ alphavantage: { perMinute: 75 } })).alphavantage).toEqual({
    requests: 1,
    perMs: 800,
  });
});

it.each([0, -1, 1.5, 'many', 1e9])('does not take %p for a number of requests', (perMinute) => {
  expect(refusalOf(() => readLimits(given({ yahoo: { perMinute } }))).code).toBe('INVALID_CONFIG');
});

it('takes a credential without a key for a missing one, where a key is needed', () => {
  const accesses = readAccesses(given({ twelvedata: { key: ' ' }, alphavantage: null }));
  expect([accesses.twelvedata, accesses.alphavantage]).toEqual([null, null]);
  expect([accesses.coingecko?.key, accesses.yahoo?.key]).toEqual([null, null]);
});
