import { ToolError } from '../../../lib/errors';
import { TransferError } from '../../../lib/http/failures';
import { pauseBeforeRetry, readRetryAfter } from '../../../lib/http/retry';

const NOW = Date.UTC(2026, 4, 13, 7, 40, 0);

describe('readRetryAfter', () => {
  it('reads seconds and both dates of HTTP', () => {
    expect(readRetryAfter('7', NOW)).toBe(7000);
    expect(readRetryAfter('Wed, 13 May 2026 07:40:09 GMT', NOW)).toBe(9000);
    expect(readRetryAfter('Wednesday, 13-May-26 07:40:09 GMT', NOW)).toBe(9000);
  });

  it('caps at 24 hours', () => {
    expect(readRetryAfter('999999999999', NOW)).toBe(86_400_000);
    expect(readRetryAfter('Fri, 31 Dec 2199 23:59:59 GMT', NOW)).toBe(86_400_000);
  });

  it.each([null, '', 'soon', '-5', '1.5', 'Sun, 06 Nov 1994 08:49:37 GMT'])(
    'does not guess: %s',
    (header) => {
      expect(readRetryAfter(header, NOW)).toBeNull();
    },
  );
});

describe('pauseBeforeRetry', () => {
  const broken = { failure: new TransferError('x', true, 'u') };

  it('gives two more attempts after a broken connection, each after a longer pause', () => {
    const [first, second, third] = [0, 1, 2].map((attempt) => pauseBeforeRetry(broken, attempt, 15_000));
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(Number(first));
    expect(third).toBeNull();
  });

  it.each([502, 503, 504])('tries again after %d', (status) => {
    expect(pauseBeforeRetry({ status, retryAfterMs: null }, 0, 15_000)).not.toBeNull();
  });

  it.each([200, 401, 403, 404, 429, 500, 501])('does not try again after %d', (status) => {
    expect(pauseBeforeRetry({ status, retryAfterMs: null }, 0, 15_000)).toBeNull();
  });

  it('waits as long as the server asks, when that is short', () => {
    expect(pauseBeforeRetry({ status: 429, retryAfterMs: 2000 }, 0, 15_000)).toBe(2000);
    expect(pauseBeforeRetry({ status: 429, retryAfterMs: 7000 }, 0, 15_000)).toBeNull();
    expect(pauseBeforeRetry({ status: 503, retryAfterMs: 60_000 }, 0, 15_000)).toBeNull();
  });

  it('never pauses beyond the time that is left', () => {
    expect(pauseBeforeRetry(broken, 0, 100)).toBeNull();
    expect(pauseBeforeRetry({ status: 429, retryAfterMs: 2000 }, 0, 2000)).toBeNull();
  });

  it('does not repeat what another attempt cannot change', () => {
    expect(pauseBeforeRetry({ failure: new ToolError('ADDRESS_NOT_ALLOWED', 'x') }, 0, 15_000)).toBeNull();
    expect(pauseBeforeRetry({ failure: new TransferError('x', false, 'u') }, 0, 15_000)).toBeNull();
  });
});
