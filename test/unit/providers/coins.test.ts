import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { coinsNamed, PINNED_COINS, readCoinList } from '../../../lib/providers/coins';
import { parseExactJson } from '../../../lib/providers/json';
import { fixture, refusalOf } from '../../helpers/providerAnswers';

const read = (text: string) => readCoinList(parseExactJson(text, (value) => value));
const ids = (base: string, byId = false) =>
  coinsNamed(read(fixture('coingecko/list-with-one-ticker-twice.json')), { base, byId }).map(({ id }) => id);

it('finds the one coin of a ticker, in any case', () => {
  expect([ids('LONE'), ids('lone')]).toEqual([['lonely-coin'], ['lonely-coin']]);
});

it('finds all coins of a ticker, so that none is picked', () => {
  expect(ids('AXL')).toEqual(['axelar', 'axl-inu']);
});

it('finds a coin by its id, and nothing for an unknown one', () => {
  expect([ids('axl-inu', true), ids('axl', true), ids('NOPE')]).toEqual([['axl-inu'], [], []]);
});

it.each(['{"message":"come back later"}', '[]', '[{"id":"x"}]'])(
  'calls no coin unknown for what is no list of coins: %s',
  (text) => {
    expect(refusalOf(() => read(text)).code).toBe('PROVIDER_ERROR');
  },
);

it('pins each ticker and each id once', () => {
  expect(new Set(PINNED_COINS.map(({ symbol }) => symbol)).size).toBe(PINNED_COINS.length);
  expect(new Set(PINNED_COINS.map(({ id }) => id)).size).toBe(PINNED_COINS.length);
});

const stored = path.resolve(
  __dirname,
  '../../../../shared/corpus/finance/coingecko/coins-list-2021-05-15.json',
);
const newer = new Set(['the-open-network', 'aptos']);
if (existsSync(stored)) {
  it('pins the ids that a recorded list of all coins has under these tickers', () => {
    const list = read(readFileSync(stored, 'utf8'));
    for (const { id, symbol } of PINNED_COINS.filter((coin) => !newer.has(coin.id)))
      expect([symbol, coinsNamed(list, { base: symbol, byId: false }).map((coin) => coin.id)]).toEqual([
        symbol,
        expect.arrayContaining([id]),
      ]);
  });
} else {
  it('is told where the recorded list would lie, and CI is not content without it', () => {
    expect(process.env['CI']).toBeUndefined();
  });
}
