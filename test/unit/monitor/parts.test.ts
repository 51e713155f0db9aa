import { splitByLimit, storedOffers } from '../../../lib/monitor/delivery';
import { changesOf, watchedOf } from '../../../lib/monitor/edits';
import { healthOf } from '../../../lib/monitor/health';
import { judgeNoOverlap } from '../../../lib/monitor/idScheme';
import { needsAttention, statusOf } from '../../../lib/monitor/status';
import { shapeOf, twinOf } from '../../../lib/monitor/twin';
import { vanishedAfter } from '../../../lib/monitor/vanished';
import type { BatchHead, KnownEntry, MonitorRow } from '../../../lib/monitor/store/store';
import { anEntry, anOffer, aState, AT, facts } from '../../helpers/decisions';

const MINUTE = 60_000;
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * MINUTE).toISOString();

describe('due batches', () => {
  const head = (given: Partial<BatchHead> = {}): BatchHead => ({
    batchId: 'b',
    status: 'pending',
    size: 2,
    createdAt: AT,
    offers: 1,
    offeredAt: AT,
    leaseUntil: null,
    facts,
    ...given,
  });
  const queued = (batchId: string, size: number, given: Partial<BatchHead> = {}) =>
    head({ batchId, size, status: 'queued', offers: 0, offeredAt: null, ...given });
  const offersOf = (batches: readonly BatchHead[], minutes: number, limit: number | null, seen = batches) => {
    const ofLimit = batches.filter(({ status }) => status === 'queued');
    const queuedEntries = ofLimit.reduce((sum, { size }) => sum + size, 0);
    return storedOffers({ batches, queuedEntries }, seen, {
      limit,
      offer: { ...anOffer(null), at: later(minutes) },
    });
  };
  const due = (batches: readonly BatchHead[], minutes: number, limit: number | null = null, seen = batches) =>
    offersOf(batches, minutes, limit, seen).offers.map(({ batchId }) => batchId);

  it('are offered at the next check at first, and ever less often after', () => {
    expect(due([head()], 0)).toEqual(['b']);
    expect([due([head({ offers: 3 })], 4), due([head({ offers: 3 })], 5)]).toEqual([[], ['b']]);
    expect([due([head({ offers: 99 })], 359), due([head({ offers: 99 })], 360)]).toEqual([[], ['b']]);
  });

  it('that somebody else offered or made meanwhile are not', () => {
    expect(due([head({ offers: 2 })], 5, null, [head({ offers: 1 })])).toEqual([]);
    expect(due([head()], 5, null, [])).toEqual([]);
  });

  it('under a lease wait, and an offer in the future of a clock that was set back does not bind', () => {
    expect(due([head({ leaseUntil: later(10) })], 9)).toEqual([]);
    expect(due([head({ offers: 99, offeredAt: later(600_000), leaseUntil: later(600_010) })], 0)).toEqual([
      'b',
    ]);
  });

  it('stay whole within a limit, and at least one is offered', () => {
    const batches = ['a', 'b', 'c'].map((batchId) => head({ batchId }));
    expect([due(batches, 0, 5), due(batches, 0, 1)]).toEqual([['a', 'b'], ['a']]);
  });

  it('that were never offered are one delivery, with the facts of the newest check among them', () => {
    const newest = { ...facts, fetchedAt: later(60), firstCheck: false };
    const batches = [
      head(),
      queued('q1', 1, { facts: { ...facts, firstCheck: true } }),
      queued('q2', 1, { facts: newest }),
      queued('q3', 1),
    ];
    const { offers, ...rest } = offersOf(batches, 0, null);
    expect(offers.map(({ batchId, absorbed }) => [batchId, absorbed])).toEqual([
      ['b', undefined],
      ['q1', { batchIds: ['q2', 'q3'], facts: newest }],
    ]);
    expect(rest).toEqual({ size: 5, waitingBefore: 5, waitingAfter: 0 });
  });

  it('that were never offered stay within the limit, and within a size', () => {
    const ones = ['q1', 'q2', 'q3', 'q4'].map((id) => queued(id, 1));
    expect(offersOf(ones, 0, 3)).toMatchObject({
      offers: [{ batchId: 'q1', absorbed: { batchIds: ['q2', 'q3'] } }],
      size: 3,
      waitingBefore: 4,
      waitingAfter: 1,
    });
    const large = ['q1', 'q2', 'q3'].map((id) => queued(id, 900));
    expect(offersOf(large, 0, null).offers).toMatchObject([
      { batchId: 'q1', absorbed: { batchIds: ['q2'] } },
      { batchId: 'q3' },
    ]);
  });
});

it('splits by a limit without dropping anything', () => {
  expect(splitByLimit([1, 2, 3, 4, 5, 6, 7], 3, 1)).toEqual({
    now: [1, 2],
    later: [
      [3, 4, 5],
      [6, 7],
    ],
  });
  expect(splitByLimit([1, 2], 2, 9)).toEqual({ now: [], later: [[1, 2]] });
  expect(splitByLimit([1, 2], null, 9)).toEqual({ now: [1, 2], later: [] });
});

describe('edits', () => {
  it('are the watched fields that differ, with before and after', () => {
    const before = watchedOf(anEntry('1', { fields: { price: 1, size: 'a' }, publishedAt: null }), [
      'price',
      'size',
      'publishedAt',
    ]);
    const after = watchedOf(anEntry('1', { fields: { price: 2, size: 'a' }, publishedAt: '2026-05-13' }), [
      'price',
      'size',
      'publishedAt',
    ]);
    expect(changesOf(before, after)).toEqual({
      price: { before: 1, after: 2 },
      publishedAt: { before: null, after: '2026-05-13' },
    });
  });

  it('are none where only the order of keys differs, or nothing was watched before', () => {
    expect(changesOf({ it: { a: 1, b: [1] } }, { it: { b: [1], a: 1 } })).toBeNull();
    expect(changesOf(null, { it: 1 })).toBeNull();
    expect(changesOf({ other: 1 }, { it: 1 })).toBeNull();
  });
});

describe('a list without a known id', () => {
  const known = (twin: string | null): KnownEntry => ({ firstCheck: 1, watched: null, twin });
  const at = (id: string, day: number) =>
    anEntry(id, {
      publishedAt: `2026-05-${String(day).padStart(2, '0')}`,
      fields: { title: `Record ${day}` },
    });

  it('holds the same records under other ids', () => {
    const earlier = [at('a1', 1), at('a2', 2)];
    const judged = judgeNoOverlap([at('b3', 3), at('b2', 2), at('b1', 1)], {
      ids: ['a1', 'a2'],
      known: new Map(earlier.map((entry) => [entry.id, known(twinOf(entry))])),
      newestPublished: '2026-05-02',
    });
    expect(judged).toEqual({ kind: 'renamed', renamed: new Set(['b2', 'b1']), doubtful: new Set() });
  });

  it('is a gap where everything is newer than what was known', () => {
    const earlier = { ids: ['a1'], known: new Map([['a1', known('x')]]), newestPublished: '2026-05-02' };
    expect(judgeNoOverlap([at('a9', 9), at('a8', 8)], earlier)).toEqual({ kind: 'gap' });
  });

  it('is unclear where most of it is older than what was known, or its ids look otherwise', () => {
    const earlier = { ids: ['12'], known: new Map([['12', known('x')]]), newestPublished: '2026-05-20' };
    expect(judgeNoOverlap([at('15', 9), at('14', 8)], earlier)).toEqual({ kind: 'unclear' });
    expect(
      judgeNoOverlap([anEntry('uuid-a'), anEntry('uuid-b')], { ...earlier, newestPublished: null }),
    ).toEqual({ kind: 'unclear' });
    expect(judgeNoOverlap([anEntry('77'), anEntry('78')], { ...earlier, newestPublished: null })).toEqual({
      kind: 'gap',
    });
  });
});

describe('twins', () => {
  it('are alike whatever the id and the links, and unlike otherwise', () => {
    const entry = (id: string, price: number) =>
      anEntry(id, {
        publishedAt: '2026-05-13',
        fields: { tradeId: id, link: `https://example.org/${id}`, price, issuer: 'X' },
      });
    expect(twinOf(entry('1000', 5))).toBe(twinOf(entry('abcd', 5)));
    expect(twinOf(entry('1000', 5))).not.toBe(twinOf(entry('1000', 6)));
  });

  it('are not made of too little', () => {
    expect(twinOf(anEntry('5', { fields: { title: 'News' } }))).toBeNull();
  });
});

it('knows the shape of an id', () => {
  expect(['20003800001', '0001127602-26-000123', 'a1b2', 'urn:x:Ärger'].map(shapeOf)).toEqual([
    '9',
    '9-9-9',
    'a9a9',
    'a:a:a',
  ]);
});

it('calls vanished only what left from between entries that stayed', () => {
  expect(vanishedAfter([], ['5', '4', '3', '2', '1'], ['6', '5', '3'], AT)).toEqual([{ id: '4', at: AT }]);
  expect(vanishedAfter([{ id: '4', at: 'then' }], ['5', '3'], ['4', '5', '3'], AT)).toEqual([]);
});

it('measures how well a page was read', () => {
  const page = [
    anEntry('1', { fields: { price: 1, note: null } }),
    anEntry('a', { fields: { price: null, note: null } }),
  ];
  expect(healthOf(page, 3)).toMatchObject({
    entries: 2,
    rowsWithoutId: 3,
    idShapes: { 9: 1, a: 1 },
    filled: { price: 0.5, note: 0, publishedAt: 0, detailUrl: 1 },
  });
});

describe('status', () => {
  const row = (given: Partial<MonitorRow> = {}): MonitorRow => ({
    key: { scope: 's', monitorId: 'm' },
    state: aState(),
    pendingBatches: 0,
    pendingEntries: 0,
    heldEntries: 0,
    oldestPendingAt: null,
    mostOffers: 0,
    batches: 0,
    ...given,
  });
  const now = (minutes: number) => Date.parse(later(minutes));

  it('shows the address of a monitor without the key in it', () => {
    const state = aState({ url: 'https://list.example/feed?token=SECRET123&page=1' });
    const shown = JSON.stringify(statusOf(row({ state }), now(1), null));
    expect(shown).not.toContain('SECRET123');
    expect(shown).toContain('page=1');
  });

  it('knows when the next check is due, and when one has been missing for too long', () => {
    const of = (minutes: number) => statusOf(row(), now(minutes), null);
    expect(of(60)).toMatchObject({ nextDueAt: '2026-05-13T09:00:00.000Z', stale: false });
    expect([needsAttention(of(120)), needsAttention(of(121))]).toEqual([false, true]);
  });

  it('alarms where the last success is in the future, since nobody knows how long ago that was', () => {
    expect(statusOf(row(), now(-1), null).stale).toBe(false);
    expect(statusOf(row(), now(-2), null).stale).toBe(true);
  });

  it.each([
    ['a failure', { state: aState({ failureStreak: 1 }) }],
    ['a batch that nobody confirms', { mostOffers: 3 }],
    ['entries that are held back', { heldEntries: 1 }],
    ['a check that never succeeded', { state: aState({ lastSuccessAt: null }) }],
  ])('alarms on %s', (_, given) => {
    expect(needsAttention(statusOf(row(given), now(1), null))).toBe(true);
  });
});
