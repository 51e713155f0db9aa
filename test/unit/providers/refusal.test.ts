import { retryAfterOf } from '../../../lib/providers/refusal';

const fetchedAtMs = Date.parse('2026-03-01T12:00:00Z');
const waitOf = (value: string): number | undefined =>
  retryAfterOf({ url: null, status: 429, text: '', headers: { 'retry-after': value }, fetchedAtMs });

describe('Retry-After of a provider', () => {
  it.each([
    ['7', 7_000],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['99999999999', 86_400_000],
  ])('%s is a wait', (value, ms) => {
    expect(waitOf(value)).toBe(ms);
  });

  it.each(['', '60.5', '-5', 'later 2', '2026-03-01', 'Wed, 21 Oct 2015 07:28:00 GMT', 'soon'])(
    '"%s" says nothing, and not "at once"',
    (value) => {
      expect(waitOf(value)).toBeUndefined();
    },
  );
});
