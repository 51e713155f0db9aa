import type { Interval, ProviderName } from '../../../lib/providers/provider';
import { queryOf, readReply, refusalOf } from '../../helpers/providerAnswers';

const read = (provider: ProviderName, interval: Interval, text: string) =>
  readReply(provider, 'history', queryOf('history', 'ACME', { interval }), { text });

const twelveData = (stated: string) =>
  `{"meta":{"symbol":"ACME","exchange_timezone":"UTC"${stated}},"values":[{"datetime":"2026-05-11 14:00:00","close":"5"}]}`;
const yahoo = (stated: string) =>
  `{"chart":{"result":[{"meta":{"symbol":"ACME","exchangeTimezoneName":"UTC"${stated}},"timestamp":[1778508000],"indicators":{"quote":[{"close":[5]}]}}]}}`;
const alphaVantage = (key: string, stated = '') =>
  `{"Meta Data":{"2. Symbol":"ACME","6. Time Zone":"UTC"${stated}},"${key}":{"2026-05-11 14:00:00":{"4. close":"5"}}}`;

it.each<[ProviderName, Interval, string]>([
  ['twelvedata', '1day', twelveData(',"interval":"1week"')],
  ['twelvedata', '1h', twelveData(',"interval":"5min"')],
  ['yahoo', '1day', yahoo(',"dataGranularity":"3mo"')],
  ['yahoo', '1min', yahoo(',"dataGranularity":"2m"')],
  ['alphavantage', '1day', alphaVantage('Time Series (5min)')],
  ['alphavantage', '1day', alphaVantage('Weekly Adjusted Time Series')],
  ['alphavantage', '5min', alphaVantage('Time Series (Daily)')],
  ['alphavantage', '5min', alphaVantage('Time Series', ',"4. Interval":"60min"')],
])('refuses candles of %s for %s that are of another interval: %s', (provider, interval, text) => {
  const refused = refusalOf(() => read(provider, interval, text));
  expect([refused.code, refused.message]).toEqual([
    'PROVIDER_ERROR',
    expect.stringContaining('another interval'),
  ]);
});

it.each<[ProviderName, Interval, string]>([
  ['twelvedata', '1h', twelveData(',"interval":"1h"')],
  ['twelvedata', '1day', twelveData('')],
  ['yahoo', '1h', yahoo(',"dataGranularity":"1h"')],
  ['yahoo', '1h', yahoo(',"dataGranularity":"60m"')],
  ['yahoo', '1day', yahoo('')],
  ['alphavantage', '1h', alphaVantage('Time Series (60min)', ',"4. Interval":"60min"')],
  ['alphavantage', '1day', alphaVantage('Time Series (Digital Currency Daily)')],
  ['alphavantage', '1day', alphaVantage('Time Series')],
])('takes candles of %s for %s that are of it, or do not say: %s', (provider, interval, text) => {
  expect(read(provider, interval, text).data.bars).toHaveLength(1);
});
