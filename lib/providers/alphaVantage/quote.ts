import type { Reading } from '../../envelope';
import { ToolError } from '../../errors';
import { dayOf } from '../day';
import { at, numberOf, priceNumberOf, priceOf, recordOf, textOf } from '../json';
import type { Endpoint, Quote } from '../provider';
import { avSymbol, cannotName } from './symbol';

const ROOT = 'Global Quote';

/** GLOBAL_QUOTE: a bare trading day, no zone, no currency. */
export const quoteEndpoint: Endpoint<'quote'> = {
  cannot: ({ instrument }) =>
    instrument.kind === 'pair'
      ? 'Alpha Vantage quotes shares only; choose the operation Forex or Crypto for a pair'
      : cannotName(instrument),
  request: ({ instrument }) => ({
    path: '/query',
    params: { function: 'GLOBAL_QUOTE', symbol: avSymbol(instrument) },
  }),
  read(answer, { instrument }): Reading<Quote> {
    const [root, body] = globalQuote(answer.json);
    const price = priceOf(at(body, '05. price'));
    if (price === null)
      throw new ToolError('NOT_FOUND', `Alpha Vantage does not know ${instrument.text} (an empty quote).`);
    const date = dayOf(textOf(at(body, '07. latest trading day')));
    return {
      data: {
        symbol: instrument.text,
        providerSymbol: textOf(at(body, '01. symbol')),
        name: null,
        exchange: null,
        mic: null,
        assetType: null,
        currency: null,
        currencyMinor: null,
        price: price.number,
        priceText: price.text,
        priceMajor: null,
        open: priceNumberOf(at(body, '02. open')),
        high: priceNumberOf(at(body, '03. high')),
        low: priceNumberOf(at(body, '04. low')),
        previousClose: priceNumberOf(at(body, '08. previous close')),
        change: numberOf(at(body, '09. change')),
        changePercent: numberOf(textOf(at(body, '10. change percent'))?.replace(/%$/, '')),
        volume: numberOf(at(body, '06. volume')),
        marketState: null,
        delayedMinutes: delayOf(root),
        extended: null,
      },
      dataAsOf: date,
      dataAsOfFrom: date === null ? null : 'alphavantage:07. latest trading day',
    };
  },
};

/** A paid entitlement changes the name of the root: "Global Quote - DATA DELAYED BY 15 MINUTES". */
function globalQuote(json: unknown): readonly [string, unknown] {
  const root = Object.keys(recordOf(json) ?? {}).find((key) => key.startsWith(ROOT));
  if (root === undefined)
    throw new ToolError('PROVIDER_ERROR', 'Alpha Vantage answered without a quote in its usual form.');
  return [root, at(json, root)];
}

function delayOf(root: string): number | null {
  const minutes = /delayed by (\d{1,4}) minutes/i.exec(root)?.[1];
  return minutes === undefined ? null : Number(minutes);
}
