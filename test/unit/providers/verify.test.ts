import { PROVIDERS } from '../../../lib/providers/index';
import { verifyAnswer } from '../../../lib/providers/verify';
import { queryOf, readReply, refusalOf } from '../../helpers/providerAnswers';

const quoted = (provider: 'twelvedata' | 'yahoo', asked: string, body: string) => {
  const query = queryOf('quote', asked);
  const { data } = readReply(provider, 'quote', query, { body });
  return () => {
    verifyAnswer(PROVIDERS[provider], 'quote', query, data);
  };
};

it.each([
  ['twelvedata', 'ACME', 'quote-market-open.json'],
  ['twelvedata', 'ACM.L', 'quote-pence-in-london.json'],
  ['yahoo', 'ACM.L', 'chart-pence-in-london.json'],
  ['yahoo', 'BTC/USD', 'chart-bitcoin.json'],
] as const)('%s answers about %s', (provider, asked, body) => {
  expect(quoted(provider, asked, body)).not.toThrow();
});

it.each([
  ['twelvedata', 'OTHER', 'quote-market-open.json'],
  ['twelvedata', 'ACME.L', 'quote-market-open.json'],
  ['yahoo', 'ACM', 'chart-pence-in-london.json'],
  ['yahoo', 'ACM.DE', 'chart-pence-in-london.json'],
  ['yahoo', 'UNI/USD', 'chart-another-coin-under-the-ticker.json'],
] as const)('%s does not answer about %s, and says about what', (provider, asked, body) => {
  const error = refusalOf(quoted(provider, asked, body));
  expect([error.code, error.message]).toEqual(['NOT_FOUND', expect.stringContaining('instead of')]);
});

it('a rate of the inverted pair is not taken', () => {
  const query = queryOf('forex', 'EUR/USD');
  const { data } = readReply('yahoo', 'forex', query, { body: 'chart-dollar-euro-in-short-notation.json' });
  const error = refusalOf(() => {
    verifyAnswer(PROVIDERS.yahoo, 'forex', query, data);
  });
  expect(error.message).toContain('USD/EUR instead of EUR/USD');
});
