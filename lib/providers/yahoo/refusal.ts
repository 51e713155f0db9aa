import { at, recordOf, textOf } from '../json';
import type { Answer, RequestError } from '../provider';
import { refusalByStatus, refusalByText, refuse, retryAfterOf, wordsOf } from '../refusal';

const LABEL = 'Yahoo Finance';

/** Errors lie under any root key ("chart", "finance", ...) or beside it as `error: { code, description }`. */
export function yahooRefusal(answer: Answer, json: unknown): RequestError | null {
  if (json === undefined) return withoutKey(refusalByText(LABEL, answer));
  const error = errorOf(json);
  if (error !== null) return ofError(error, answer);
  const byStatus = refusalByStatus(LABEL, answer);
  return byStatus === null ? null : withoutKey(byStatus);
}

/** There is no key that could be rejected. */
function withoutKey(error: RequestError): RequestError {
  return error.code === 'AUTH' ? refuse('BLOCKED', `${LABEL} refused the request (401).`) : error;
}

function errorOf(json: unknown): { code: string; description: string } | null {
  for (const root of [json, ...Object.values(recordOf(json) ?? {})]) {
    const error = recordOf(at(root, 'error'));
    if (error !== null)
      return { code: textOf(error['code']) ?? '', description: textOf(error['description']) ?? '' };
  }
  return null;
}

function ofError({ code, description }: { code: string; description: string }, answer: Answer): RequestError {
  const words = description === '' ? '' : ` ${wordsOf(description)}`;
  const both = `${code} ${description}`;
  if (answer.status === 429 || /too many requests|rate limit/i.test(both))
    return refuse('RATE_LIMITED', `${LABEL} refuses more requests for now.`, retryAfterOf(answer));
  if (/unauthorized|forbidden|crumb|cookie/i.test(both) || answer.status === 401 || answer.status === 403)
    return refuse('BLOCKED', `${LABEL} does not serve this without a session (${code}).`);
  if (/data doesn.t exist|no data found for this date range/i.test(description))
    return refuse('NO_DATA', `${LABEL} has no data for this period.${words}`);
  if (/not found/i.test(code) || answer.status === 404 || /no data found|delisted/i.test(description))
    return refuse('NOT_FOUND', `${LABEL} does not know this symbol, or it is delisted.${words}`);
  if (answer.status >= 500 || /internal|server error|unavailable|timeout/i.test(code))
    return refuse('PROVIDER_ERROR', `${LABEL} failed (${code}).${words}`);
  if (
    /bad request|unprocessable|invalid|argument/i.test(code) ||
    (answer.status >= 400 && answer.status < 500)
  )
    return refuse('INVALID_REQUEST', `${LABEL} did not accept the request (${code}).${words}`);
  return refuse('PROVIDER_ERROR', `${LABEL} answered with an error (${code}).${words}`);
}
