import { entryEnvelope } from '../../../../nodes/WebMonitor/entryItems';
import type { DeliveredEntry } from '../../../../lib/webMonitor';
import { anEntry, AT } from '../../../helpers/decisions';

const delivered = (publishedAt: string | null, given: Partial<DeliveredEntry> = {}): DeliveredEntry => ({
  ...anEntry('1', { publishedAt }),
  monitorId: 'list',
  batchId: 'b',
  redelivered: false,
  fetchedAt: AT,
  source: 'https://example.org/list',
  dataAsOf: publishedAt,
  dataAsOfFrom: publishedAt === null ? null : 'entry:publishedAt',
  ...given,
});

it('an entry is a full envelope: the entry as data, its delivery beside it', () => {
  expect(entryEnvelope(delivered('2026-05-13'))).toEqual({
    fetchedAt: AT,
    dataAsOf: '2026-05-13',
    dataAsOfPrecision: 'day',
    dataAsOfFrom: 'entry:publishedAt',
    source: 'https://example.org/list',
    monitorId: 'list',
    batchId: 'b',
    redelivered: false,
    untrusted: true,
    data: anEntry('1', { publishedAt: '2026-05-13' }),
  });
});

it('a time of which the source shows the minute only says so', () => {
  const minute = delivered('2026-05-13T14:05:00.000Z', { publishedPrecision: 'minute' });
  expect(entryEnvelope(minute)).toMatchObject({ dataAsOfPrecision: 'minute' });
  expect(entryEnvelope(minute)).not.toHaveProperty('publishedPrecision');
  expect(entryEnvelope(delivered(null))).toMatchObject({ dataAsOf: null, dataAsOfPrecision: null });
});
