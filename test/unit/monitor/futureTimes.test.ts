import { futureWarning } from '../../../lib/monitor/futureTimes';
import { LIMITS } from '../../../lib/limits';

const fetchedAt = '2026-05-13T08:00:00.000Z';
const dated = (id: string, publishedAt: string | null) => ({ id, publishedAt, fetchedAt });

describe('a warning of times in the future', () => {
  it('is absent where no time is later than its request', () => {
    expect(futureWarning([dated('1', null), dated('2', '2026-05-13T08:00:30.000Z')], [])).toEqual([]);
  });

  it('shows no part of a key, wherever the id is cut', () => {
    const key = 'a-key-that-nobody-may-see';
    for (let before = LIMITS.warningIdChars - key.length - 5; before < LIMITS.warningIdChars; before++) {
      const [warning = ''] = futureWarning(
        [dated('x'.repeat(before) + key, '2027-05-13T08:00:00.000Z')],
        [key],
      );
      expect(warning).toContain('2027-05-13');
      expect(warning).not.toContain(key.slice(0, 3));
    }
  });
});
