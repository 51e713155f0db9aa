import type { ErrorCode } from '../errors';
import { instantFromHttpDate } from '../instant';
import { LIMITS } from '../limits';
import type { Answer, RequestError } from './provider';

export function refuse(code: ErrorCode, message: string, retryAfterMs?: number): RequestError {
  return { code, message, retryAfterMs };
}

/** What the HTTP status alone says, when the body says nothing better; null for 2xx. */
export function refusalByStatus(label: string, answer: Answer): RequestError | null {
  const { status } = answer;
  const retryAfterMs = retryAfterOf(answer);
  if (status >= 200 && status < 300) return null;
  if (status === 429)
    return refuse('RATE_LIMITED', `${label} refuses more requests for now (429).`, retryAfterMs);
  if (status === 401) return refuse('AUTH', `${label} did not accept the key (401). Check the credential.`);
  if (status === 402)
    return refuse('PLAN_LIMIT', `${label} does not serve this on the plan of the key (402).`);
  if (status === 403 || status === 451 || status === 999)
    return refuse('BLOCKED', `${label} refused the request (${status}).`);
  if (status === 404 || status === 410)
    return refuse('NOT_FOUND', `${label} knows nothing under this symbol (${status}).`);
  if (status >= 300 && status < 400)
    return refuse('BLOCKED', `${label} redirects to another page (${status}), a consent page for example.`);
  if (status >= 400 && status < 500)
    return refuse('INVALID_REQUEST', `${label} did not accept the request (${status}).`);
  return refuse('PROVIDER_ERROR', `${label} failed (${status}).`, retryAfterMs);
}

/** What a body that is no JSON says: a wall in HTML, a text of refusal, or nothing that can be used. */
export function refusalByText(label: string, answer: Answer): RequestError {
  const text = answer.text.slice(0, 20_000);
  if (/too many requests|rate limit/i.test(text) && (!isHtml(text) || answer.status === 429))
    return refuse(
      'RATE_LIMITED',
      `${label} refuses more requests for now ("Too Many Requests").`,
      retryAfterOf(answer),
    );
  const byStatus = refusalByStatus(label, answer);
  if (byStatus !== null && byStatus.code !== 'NOT_FOUND') return byStatus;
  if (isHtml(text))
    return refuse(
      'BLOCKED',
      `${label} answered with a web page instead of data: a consent, login or bot wall.`,
    );
  if (byStatus !== null) return byStatus;
  return refuse('PROVIDER_ERROR', `${label} answered with something that is not JSON.`);
}

/** The provider's own words, short, on one line and without the Markdown some put in. */
export function wordsOf(message: string): string {
  const plain = message.replaceAll('**', '').replace(/\s+/g, ' ').trim();
  const short =
    plain.length > LIMITS.errorExcerptChars ? `${plain.slice(0, LIMITS.errorExcerptChars)}…` : plain;
  return `It says: "${short}"`;
}

/**
 * Milliseconds that a Retry-After header asks for; undefined where there is none, where it is neither whole seconds nor a
 * date of HTTP, and for a date that has passed: none of these means "at once".
 */
export function retryAfterOf({ headers, fetchedAtMs }: Answer): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, LIMITS.retryAfterMaxMs);
  const date = instantFromHttpDate(value);
  const wait = date === null ? 0 : Date.parse(date) - fetchedAtMs;
  return wait > 0 ? Math.min(wait, LIMITS.retryAfterMaxMs) : undefined;
}

export function untilNextMinute(nowMs: number): number {
  return 60_000 - (nowMs % 60_000);
}

export function untilNextUtcDay(nowMs: number): number {
  return 86_400_000 - (nowMs % 86_400_000);
}

function isHtml(text: string): boolean {
  return /^\s*(<!doctype|<html|<head|<body|<\?xml|<!--)/i.test(text);
}
