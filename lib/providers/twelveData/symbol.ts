import { ToolError } from '../../errors';
import { at, recordOf, textOf } from '../json';
import type { Answer } from '../provider';
import type { Instrument } from '../symbols';
import { twelveDataError } from './refusal';

/** A sentence for symbols that are a notation of another provider; null for all others. */
export function cannotName(instrument: Instrument): string | null {
  if (instrument.kind === 'coin')
    return 'Twelve Data does not know CoinGecko ids; write a pair such as BTC/USD';
  if (instrument.kind === 'yahoo') return `${instrument.text} is a notation of Yahoo Finance`;
  return null;
}

/** Pairs keep their slash, the exchange goes in a parameter of its own. */
export function symbolParams(instrument: Instrument): Record<string, string> {
  if (instrument.kind !== 'listing') return { symbol: instrument.text };
  const { ticker, exchange } = instrument;
  return exchange === null ? { symbol: ticker } : { symbol: ticker, mic_code: exchange.mic };
}

/** The body of one symbol: some answers are keyed by symbol. An error inside is thrown. */
export function bodyOf(answer: Answer, json: unknown, instrument: Instrument): unknown {
  const isFlat = ['symbol', 'meta', 'values', 'status', 'rate', 'price'].some(
    (key) => at(json, key) !== undefined,
  );
  const body = isFlat ? json : at(json, symbolParams(instrument)['symbol'] ?? '');
  if (recordOf(body) === null)
    throw new ToolError('NOT_FOUND', `Twelve Data answered without ${instrument.text}.`, {
      status: answer.status,
    });
  const error = twelveDataError(answer, body);
  if (error !== null) throw new ToolError(error.code, error.message, { retryAfterMs: error.retryAfterMs });
  return body;
}

/** The currency a body states; for a pair, which has none, the second half of its symbol. */
export function currencyOf(body: unknown, symbol: string | null): string | null {
  return textOf(at(body, 'currency')) ?? /^[^/]+\/([A-Z0-9]+)$/.exec(symbol ?? '')?.[1] ?? null;
}
