import { LIMITS } from '../limits';
import { isRetriable } from './failures';

/** What one attempt came to, as far as another one is concerned. */
export type Outcome =
  { readonly failure: unknown } | { readonly status: number; readonly retryAfterMs: number | null };

const SERVER_MOODS = new Set([502, 503, 504]);
const FIRST_PAUSE_MS = 150;

/**
 * How long to wait before another attempt; null for none. At most two more, only after network errors, 502, 503, 504,
 * and 429 whose server says when; never longer than the time that is left. `attempt` counts from 0.
 */
export function pauseBeforeRetry(outcome: Outcome, attempt: number, remainingMs: number): number | null {
  if (attempt >= LIMITS.retries) return null;
  const backoff = FIRST_PAUSE_MS * 2 ** attempt;
  const wanted =
    'failure' in outcome ? (isRetriable(outcome.failure) ? backoff : null) : pauseFor(outcome, backoff);
  return wanted !== null && wanted < remainingMs ? wanted : null;
}

function pauseFor(
  { status, retryAfterMs }: { status: number; retryAfterMs: number | null },
  backoff: number,
): number | null {
  const short = retryAfterMs === null || retryAfterMs <= LIMITS.shortRetryAfterMs;
  if (!short) return null;
  if (status === 429) return retryAfterMs;
  return SERVER_MOODS.has(status) ? Math.max(retryAfterMs ?? 0, backoff) : null;
}

/**
 * Retry-After (seconds, or a date) as milliseconds from `nowMs`, at most 24 hours. Null for what cannot be read, and for
 * a date that has passed.
 */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = (header ?? '').trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LIMITS.retryAfterMaxMs);
  // Only the date forms of HTTP: Date.parse alone would read almost anything.
  const at = /^[A-Za-z]{3,9}, \d{2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : NaN;
  return at > nowMs ? Math.min(at - nowMs, LIMITS.retryAfterMaxMs) : null;
}
