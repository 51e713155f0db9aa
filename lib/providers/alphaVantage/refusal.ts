import { at, recordOf, textOf } from '../json';
import type { Answer, RequestError } from '../provider';
import { refusalByStatus, refusalByText, refuse, untilNextUtcDay } from '../refusal';

const LABEL = 'Alpha Vantage';

/**
 * Errors come with status 200, under "Error Message", "Information", "Note" or "message". The provider's own words are
 * not repeated: the text of the daily limit echoes the key.
 */
export function alphaVantageRefusal(answer: Answer, json: unknown): RequestError | null {
  if (json === undefined) return refusalByText(LABEL, answer);
  const record = recordOf(json);
  if (record === null) return refuse('PROVIDER_ERROR', `${LABEL} answered with something that is no object.`);
  const error = textOf(at(json, 'Error Message'));
  if (error !== null) return ofErrorMessage(error);
  const notice = [at(json, 'Information'), at(json, 'Note'), at(json, 'message')]
    .map(textOf)
    .find((text) => text !== null);
  if (notice != null) return ofNotice(notice, answer.fetchedAtMs);
  const byStatus = refusalByStatus(LABEL, answer);
  if (byStatus !== null) return byStatus;
  return Object.keys(record).length === 0
    ? refuse('NOT_FOUND', `${LABEL} does not know this symbol (an empty answer).`)
    : null;
}

function ofErrorMessage(text: string): RequestError {
  if (/\bapi ?key\b/i.test(text))
    return refuse('AUTH', `${LABEL} did not accept the key. Check the credential.`);
  return refuse('NOT_FOUND', `${LABEL} does not know this symbol ("Invalid API call").`);
}

/** The order matters: the text about one request per second also names the daily limit and the premium plans. */
function ofNotice(text: string, fetchedAtMs: number): RequestError {
  if (
    /\bpremium (endpoint|feature|function|parameter|api function)\b|\b(artificial|sample|illustrative)\b/i.test(
      text,
    )
  )
    return refuse('PLAN_LIMIT', `${LABEL} serves this on premium plans only.`);
  if (/\bper second\b/i.test(text))
    return refuse('RATE_LIMITED', `${LABEL} allows one request per second on this key.`, 1000);
  if (/\bper minute\b/i.test(text))
    return refuse('RATE_LIMITED', `${LABEL}: the requests of the key are used up for this minute.`, 60_000);
  if (/\bper day\b|\bdaily\b/i.test(text))
    return refuse(
      'RATE_LIMITED',
      `${LABEL}: the requests of the key are used up for today.`,
      untilNextUtcDay(fetchedAtMs),
    );
  if (/\bapi ?key\b/i.test(text) && /\b(invalid|missing|not valid|claim)\b/i.test(text))
    return refuse('AUTH', `${LABEL} did not accept the key. Check the credential.`);
  if (/\b(rate limit|call frequency|higher API call|call volume)\b/i.test(text))
    return refuse('RATE_LIMITED', `${LABEL} refuses more requests on this key for now.`);
  if (/\bpremium\b/i.test(text)) return refuse('PLAN_LIMIT', `${LABEL} serves this on premium plans only.`);
  return refuse('PROVIDER_ERROR', `${LABEL} answered with a notice instead of data.`);
}
