import {
  isSameSymbol,
  parseCoin,
  parseForex,
  parseInstrument,
  parsePair,
  yahooSymbol,
} from '../../../lib/providers/symbols';
import { refusalOf } from '../../helpers/providerAnswers';

describe('a pair', () => {
  it.each(['EUR/USD', 'EUR-USD', 'EURUSD', 'eur usd', 'EURUSD=X', 'Eur_Usd'])('is read from %s', (text) => {
    expect(parsePair(text)).toEqual({ base: 'EUR', quote: 'USD' });
  });

  it('of Yahoo with one code has the dollar for base', () => {
    expect(parsePair('EUR=X')).toEqual({ base: 'USD', quote: 'EUR' });
  });

  it('of a coin is read with and without a mark', () => {
    expect(['BTC/USD', 'BTC-USD', 'BTCUSD'].map(parsePair)).toEqual(
      Array(3).fill({ base: 'BTC', quote: 'USD' }),
    );
    expect(parsePair('DOGEUSDT')).toEqual({ base: 'DOGE', quote: 'USDT' });
  });

  it.each(['AAPL', 'BRK-B', 'GOOGL', 'TUSD', 'PYUSD', 'USDUSD', 'NOVO-B'])('is not seen in %s', (text) => {
    expect(parsePair(text)).toBeNull();
  });
});

describe('a symbol', () => {
  it.each([
    ['AAPL', 'AAPL'],
    ['brk.b', 'BRK.B'],
    ['BRK-B', 'BRK.B'],
    ['VOD.L', 'VOD.L'],
    ['TSCO.LON', 'TSCO.L'],
    ['NOVO-B.CO', 'NOVO.B.CO'],
    ['^gspc', '^GSPC'],
    ['GC=F', 'GC=F'],
    ['eurusd', 'EUR/USD'],
    ['ID:Bitcoin', 'id:bitcoin'],
  ])('%s is %s in our spelling', (given, text) => {
    expect(parseInstrument(given).text).toBe(text);
  });

  it.each([
    ['BRK.B', 'BRK-B'],
    ['NOVO-B.CO', 'NOVO-B.CO'],
    ['VOD.LON', 'VOD.L'],
    ['EUR/USD', 'EURUSD=X'],
    ['BTC/EUR', 'BTC-EUR'],
    ['^GSPC', '^GSPC'],
    ['id:some-coin', null],
  ])('%s is %s at Yahoo', (given, symbol) => {
    expect(yahooSymbol(parseInstrument(given))).toBe(symbol);
  });

  it.each(['', '   ', 'AAPL,NVDA', 'Apple Inc', 'A'.repeat(81), '<b>', 'AAPL?x=1', null, 7])(
    'is not %p',
    (given) => {
      expect(refusalOf(() => parseInstrument(given)).code).toBe('INVALID_REQUEST');
    },
  );

  it('of an answer is the same in any notation, and not another exchange or class', () => {
    const same = (answered: string, asked: string) => isSameSymbol(answered, parseInstrument(asked));
    expect([same('BRK-B', 'BRK.B'), same('TSCO.LON', 'TSCO.L'), same('EURUSD=X', 'EUR/USD')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([same('VOD', 'VOD.L'), same('VOD.L', 'VOD'), same('BRK-A', 'BRK.B'), same('', 'VOD')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a currency pair', () => {
  it.each(['AAPL', 'BTC/USD', 'EUR/XYZ', 'USD/USD', 'EUR'])('is not %s', (text) => {
    expect(refusalOf(() => parseForex(text)).code).toBe('INVALID_REQUEST');
  });
});

describe('a coin', () => {
  it.each([
    ['BTC', null, { base: 'BTC', byId: false, vs: 'USD' }],
    ['btc', 'eur', { base: 'btc', byId: false, vs: 'EUR' }],
    ['BTC/EUR', null, { base: 'BTC', byId: false, vs: 'EUR' }],
    ['BTC/EUR', 'EUR', { base: 'BTC', byId: false, vs: 'EUR' }],
    ['id:usd-coin', 'EUR', { base: 'usd-coin', byId: true, vs: 'EUR' }],
  ])('%s in %s', (text, vs, expected) => {
    expect(parseCoin(text, vs)).toEqual(expected);
  });

  it('is refused when pair and currency contradict each other', () => {
    expect(refusalOf(() => parseCoin('BTC/EUR', 'USD')).message).toContain('priced in EUR');
  });

  it.each(['u\u017fd', 'u\u00dfd', '\uff35\uff33\uff24', 'usd,eur'])(
    'is refused in the currency %s',
    (currency) => {
      expect(refusalOf(() => parseCoin('BTC', currency)).message).toContain('is no currency');
    },
  );
});

it.each(['.', '..', 'id:..', 'ID: .'])(
  'refuses %s, which would leave the endpoint as a part of its path',
  (symbol) => {
    expect(() => parseInstrument(symbol)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST' }));
  },
);

it('of a class with the letter of an exchange is no share of that exchange', () => {
  const [share, london] = ['ACM-L', 'ACM.L'].map(parseInstrument);
  expect([share?.text, london?.text]).toEqual(['ACM-L', 'ACM.L']);
  if (share === undefined || london === undefined) throw new Error('no symbols');
  expect([yahooSymbol(share), yahooSymbol(london)]).toEqual(['ACM-L', 'ACM.L']);
  expect([isSameSymbol('ACM.LON', share), isSameSymbol('ACM.LON', london)]).toEqual([false, true]);
  expect(parseInstrument('ACM-L.ST').text).toBe('ACM.L.ST');
});
