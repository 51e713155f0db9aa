import type { ErrorCode } from '../../errors';
import { at, numberOf, textOf } from '../json';
import type { Answer, RequestError } from '../provider';
import { refusalByStatus, refusalByText, refuse, retryAfterOf, wordsOf } from '../refusal';

const LABEL = 'CoinGecko';

/** CoinGecko's own codes, where the HTTP status alone would mislead: 10012 comes with 401. */
const CODES: Readonly<Record<number, { readonly code: ErrorCode; readonly message: string }>> = {
  10002: { code: 'AUTH', message: `${LABEL} misses the key. Check the credential.` },
  10005: { code: 'PLAN_LIMIT', message: `${LABEL} does not serve this on the plan of the key.` },
  10010: {
    code: 'AUTH',
    message: `${LABEL} did not accept the key: a Pro key needs the plan Pro in the credential.`,
  },
  10011: {
    code: 'AUTH',
    message: `${LABEL} did not accept the key: a Demo key needs the plan Demo in the credential.`,
  },
  10012: { code: 'PLAN_LIMIT', message: `${LABEL} serves only the last 365 days on this plan.` },
};

/** Errors lie under `error`, `status` or both; `status` beside data is no error. */
export function coinGeckoRefusal(answer: Answer, json: unknown): RequestError | null {
  if (json === undefined) return refusalByText(LABEL, answer);
  const code = errorCodeOf(json);
  const known = code === null ? undefined : CODES[code];
  if (known !== undefined) return refuse(known.code, known.message);
  const message = errorTextOf(json);
  const status = code !== null && code >= 400 && code < 600 ? code : answer.status;
  if (status === 429 || /exceeded the rate limit|throttled/i.test(message ?? ''))
    return refuse('RATE_LIMITED', `${LABEL} refuses more requests for now.`, retryAfterOf(answer));
  if (message !== null && /coin not found|could not find coin/i.test(message))
    return refuse('NOT_FOUND', `${LABEL} does not know this coin.`);
  if (message !== null && /api key/i.test(message) && status !== 200 && status < 500)
    return refuse('AUTH', `${LABEL} did not accept the key. Check the credential and its plan.`);
  const byStatus = refusalByStatus(LABEL, { ...answer, status });
  if (byStatus !== null)
    return message === null ? byStatus : { ...byStatus, message: `${byStatus.message} ${wordsOf(message)}` };
  return message === null
    ? null
    : refuse('PROVIDER_ERROR', `${LABEL} answered with an error. ${wordsOf(message)}`);
}

function errorCodeOf(json: unknown): number | null {
  const places = [at(json, 'status'), at(json, 'error'), at(json, 'error', 'status'), json];
  return places.map((place) => numberOf(at(place, 'error_code'))).find((code) => code !== null) ?? null;
}

function errorTextOf(json: unknown): string | null {
  const texts = [
    at(json, 'error'),
    at(json, 'status', 'error_message'),
    at(json, 'error', 'status', 'error_message'),
    at(json, 'error', 'error_message'),
    at(json, 'error_message'),
  ];
  return texts.map(textOf).find((text) => text !== null) ?? null;
}
