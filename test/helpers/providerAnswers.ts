import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seal, type Envelope } from '../../lib/envelope';
import { ToolError } from '../../lib/errors';
import { PROVIDERS, readAnswer } from '../../lib/providers/index';
import type { Answer, Operation, ProviderName, Queries, Results } from '../../lib/providers/provider';
import { readMarketRequest } from '../../lib/providers/request';

/** While the markets of New York are open: Wednesday, 10:24 there. */
export const NOON = '2026-05-13T14:24:30.000Z';

export function fixture(name: string): string {
  return readFileSync(join(__dirname, '../fixtures', name), 'utf8');
}

export interface Reply extends Partial<Answer> {
  /** Name of a fixture below test/fixtures, unless `text` is given. */
  readonly body?: string;
  readonly at?: string;
}

/** A query as the form would ask it. */
export function queryOf<Op extends Operation>(
  operation: Op,
  symbol: string,
  more: { interval?: string; outputSize?: number; currency?: string } = {},
): Queries[Op] {
  const asked = readMarketRequest({ operation, provider: 'auto', symbol, interval: '1day', ...more });
  if (asked.operation !== operation) throw new Error('another operation');
  return asked.query as Queries[Op];
}

/** What a provider's reader makes of an answer, sealed at the time of the request. */
export function readReply<Op extends Operation>(
  provider: ProviderName,
  operation: Op,
  query: Queries[Op],
  { body, at = NOON, ...given }: Reply,
): Envelope<Results[Op]> {
  const fetchedAtMs = Date.parse(at);
  const text = given.text ?? (body === undefined ? '' : fixture(`${provider}/${body}`));
  const answer: Answer = { url: null, status: 200, headers: {}, fetchedAtMs, ...given, text };
  const reading = readAnswer(PROVIDERS[provider], operation, answer, query, (value) => value);
  return seal(reading, { fetchedAtMs, source: 'https://example.com/' });
}

/** The ToolError that something must end in. */
export function refusalOf(work: () => unknown): ToolError {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('was not refused');
}
