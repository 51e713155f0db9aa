// Run in a process of its own: prints the times that are read from our fixtures, and where the machine stands.
import { NOON, queryOf, readReply } from './providerAnswers';
import type { ProviderName } from '../../lib/providers/provider';

const bars = (provider: ProviderName, symbol: string, body: string, interval = '1day', at = NOON): string =>
  readReply(provider, 'history', queryOf('history', symbol, { interval }), { body, at })
    .data.bars.map(({ t }) => t)
    .join(' ');

const times = {
  offsets: [
    new Date('2026-01-15T12:00:00Z').getTimezoneOffset(),
    new Date('2026-07-15T12:00:00Z').getTimezoneOffset(),
  ],
  'twelvedata quote': readReply('twelvedata', 'quote', queryOf('quote', 'ACME'), {
    body: 'quote-market-open.json',
  }).dataAsOf,
  'twelvedata daily': bars('twelvedata', 'ACME', 'series-daily-newest-first.json'),
  'alphavantage rate': readReply('alphavantage', 'forex', queryOf('forex', 'USD/JPY'), {
    body: 'rate-without-bid.json',
  }).dataAsOf,
  'alphavantage spring': bars('alphavantage', 'ACME', 'intraday-across-spring-change.json', '5min'),
  'alphavantage autumn': bars(
    'alphavantage',
    'ACME',
    'intraday-in-the-hour-that-exists-twice.json',
    '5min',
    '2026-11-02T12:00:00Z',
  ),
  'coingecko daily': bars('coingecko', 'BTC/USD', 'chart-daily-with-live-point.json'),
  'yahoo daily': bars('yahoo', 'ACME', 'chart-daily-running-bar.json'),
  'yahoo sydney': bars('yahoo', 'ACX.AX', 'chart-daily-sydney-across-autumn-change.json'),
};

process.stdout.write(JSON.stringify(times));
