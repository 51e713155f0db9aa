import { isRecord } from '../../check';
import type { Entry } from '../entry';
import type { Monitor } from '../monitor';

/**
 * Whether a filing is of the issuers that were asked for. The list names issuers by CIK only: as long as the filing's
 * text was not read, a ticker rules nothing out. What cannot be told is wanted: better one too many than one missed.
 */
export function isOfIssuers({ fields }: Entry, { issuers }: Monitor): boolean {
  if (issuers.length === 0) return true;
  const issuer = fields['issuer'];
  const cik = isRecord(issuer) && isCik(issuer['cik']) ? BigInt(issuer['cik']) : null;
  if (cik !== null && issuers.some((asked) => isCik(asked) && BigInt(asked) === cik)) return true;
  const ticker = fields['ticker'];
  if (typeof ticker === 'string' && issuers.includes(ticker.toUpperCase())) return true;
  const textWasRead = 'ticker' in fields;
  return cik === null || (!textWasRead && issuers.some((asked) => !isCik(asked)));
}

/** The text of a filing is fetched for its transactions, and for the ticker where issuers are asked for by theirs. */
export function needsText({ transactions, issuers }: Monitor): boolean {
  return transactions || issuers.some((asked) => !isCik(asked));
}

function isCik(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,10}$/.test(value);
}
