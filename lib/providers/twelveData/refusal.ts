import { at, numberOf, textOf } from '../json';
import type { Answer, RequestError } from '../provider';
import {
  refusalByStatus,
  refusalByText,
  refuse,
  retryAfterOf,
  untilNextMinute,
  untilNextUtcDay,
  wordsOf,
} from '../refusal';

const LABEL = 'Twelve Data';

/** Errors are `{ code, message, status: "error" }`; the body decides, since some arrive with HTTP status 200. */
export function twelveDataRefusal(answer: Answer, json: unknown): RequestError | null {
  if (json === undefined) return refusalByText(LABEL, answer);
  return twelveDataError(answer, json) ?? refusalByStatus(LABEL, answer);
}

/** The error of a body, or of one symbol within a body. */
export function twelveDataError(answer: Answer, json: unknown): RequestError | null {
  const stated = numberOf(at(json, 'code'));
  const message = textOf(at(json, 'message')) ?? '';
  const isError = at(json, 'status') === 'error' || (stated !== null && stated >= 400 && message !== '');
  if (!isError) return null;
  const code = stated ?? answer.status;
  const words = message === '' ? '' : ` ${wordsOf(message)}`;
  if (code === 429) {
    const isDaily = /\b(day|daily|today)\b/i.test(message);
    const wait = isDaily ? untilNextUtcDay(answer.fetchedAtMs) : untilNextMinute(answer.fetchedAtMs);
    const until = isDaily ? 'for today' : 'for this minute';
    return refuse(
      'RATE_LIMITED',
      `${LABEL}: the credits of the key are used up ${until}.`,
      retryAfterOf(answer) ?? wait,
    );
  }
  // what a plan does not include advises to upgrade "your API Key", which is no word about the key itself
  const isAboutPlan = /\bplans?\b/i.test(message);
  if (code === 401 || (!isAboutPlan && /\bapi ?key\b/i.test(message.replaceAll('*', ''))))
    return refuse('AUTH', `${LABEL} did not accept the key. Check the credential.`);
  if (code === 403 || isAboutPlan)
    return refuse('PLAN_LIMIT', `${LABEL} does not serve this on the plan of the key.${words}`);
  if (/no data is available/i.test(message))
    return refuse('NO_DATA', `${LABEL} has no data for this.${words}`);
  if (code === 404 || /not found|invalid symbol|symbol.{0,40}(missing|invalid)/i.test(message))
    return refuse('NOT_FOUND', `${LABEL} does not know this symbol.${words}`);
  if (code >= 500) return refuse('PROVIDER_ERROR', `${LABEL} failed (${code}).${words}`);
  return refuse('INVALID_REQUEST', `${LABEL} did not accept the request.${words}`);
}
