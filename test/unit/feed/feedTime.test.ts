import { feedTime } from '../../../lib/feed/feedTime';
import type { FeedEntry } from '../../../lib/feed/feed';

const NOW = Date.parse('2026-03-01T12:00:00Z');

function entry(publishedAt: string | null): FeedEntry {
  return {
    id: null,
    title: null,
    link: null,
    publishedAt,
    publishedText: null,
    updatedAt: null,
    description: null,
    content: null,
    author: null,
    categories: [],
    enclosures: [],
  };
}

describe('feedTime', () => {
  it('is the time of the newest entry', () => {
    const entries = [entry('2026-02-27'), entry('2026-02-28T10:00:00.000Z'), entry(null)];
    expect(feedTime({ entries, updatedAt: '2026-03-01T00:00:00.000Z' }, NOW)).toEqual({
      dataAsOf: '2026-02-28T10:00:00.000Z',
      dataAsOfFrom: 'entry:publishedAt',
      warnings: [],
    });
  });

  it('passes over entries of the future and says how many there are', () => {
    const entries = [entry('2026-03-01T12:01:01.000Z'), entry('2026-03-01T12:01:00.000Z')];
    expect(feedTime({ entries, updatedAt: null }, NOW)).toEqual({
      dataAsOf: '2026-03-01T12:01:00.000Z',
      dataAsOfFrom: 'entry:publishedAt',
      warnings: ['1 of 2 entries are dated later than the time of the request.'],
    });
  });

  it('is the time of the feed where no entry has one', () => {
    expect(feedTime({ entries: [entry(null)], updatedAt: '2026-02-01' }, NOW)).toMatchObject({
      dataAsOf: '2026-02-01',
      dataAsOfFrom: 'feed:updatedAt',
    });
  });

  it('is null where nothing states a time, or only a future one', () => {
    expect(feedTime({ entries: [], updatedAt: null }, NOW).dataAsOf).toBeNull();
    expect(feedTime({ entries: [], updatedAt: '2027-01-01' }, NOW).dataAsOf).toBeNull();
  });
});
