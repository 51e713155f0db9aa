import { LIMITS } from '../../../lib/limits';
import type { MonitorKey, PartSince, Place, Store } from '../../../lib/monitor/store/store';
import { aBatch, aDecision, aNewEntry, anOffer, aState, AT, facts } from '../../helpers/decisions';

const { firstCheck: _, ...checkFacts } = facts;
const key: MonitorKey = { scope: 'workflow', monitorId: 'trades' };
const other: MonitorKey = { scope: 'workflow', monitorId: 'filings' };

export interface Database {
  /** A store of its own over the same database: another process, as far as it can know. */
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** The promises that every store keeps. `create` makes an empty database. */
export function describeStore(name: string, create: () => Promise<Database>): void {
  describe(`${name} keeps a store's promises`, () => {
    let database: Database;
    let store: Store;
    const opened: Store[] = [];
    const another = async () => {
      const made = await database.open();
      opened.push(made);
      return made;
    };

    beforeEach(async () => {
      database = await create();
      store = await another();
    });
    afterEach(async () => {
      for (const it of opened.splice(0)) await it.close();
      await database.remove();
    });

    const insert = async (ids: readonly string[], at = key) =>
      await store.check(at, ids, ({ state }) =>
        aDecision({
          insert: ids.map((id) => aNewEntry(id)),
          state: aState({ knownIds: (state?.knownIds ?? 0) + ids.length }),
        }),
      );
    const pending = async (batchId: string, ids: readonly string[], given = {}) =>
      await store.check(key, ids, () =>
        aDecision({ insert: ids.map((id) => aNewEntry(id)), batches: [aBatch(batchId, ids, given)] }),
      );

    describe('a check', () => {
      it('knows nothing of a monitor that was never checked', async () => {
        const { state, known, batches } = await store.look(key, ['1']);
        expect([state, known.size, batches]).toEqual([null, 0, []]);
      });

      it('knows, of the ids asked for, those that were inserted', async () => {
        await insert(['1', '2', '3']);
        const { known, state } = await (await another()).look(key, ['2', '4']);
        expect([...known.keys()]).toEqual(['2']);
        expect(state?.knownIds).toBe(3);
      });

      it('of more entries than are written at once keeps all of them, in order of delivery', async () => {
        const ids = Array.from(
          { length: 2 * LIMITS.state.partRows + 7 },
          (_, index) => `id ${9_999 - index}`,
        );
        await pending('b1', ids);
        expect([...(await store.look(key, ids)).known.keys()]).toEqual(ids);
        const { entries, size, lost } = await store.redeliver(key, 'b1', anOffer('run-2', true));
        expect(entries.map(({ entry }) => entry.id)).toEqual(ids);
        expect([size, lost]).toEqual([ids.length, 0]);
      });

      it('keeps ids apart that are one number to a computer', async () => {
        await insert(['9007199254740992']);
        const { known } = await store.look(key, [
          '9007199254740992',
          '9007199254740993',
          '09007199254740992',
        ]);
        expect([...known.keys()]).toEqual(['9007199254740992']);
      });

      it('keeps every character of an id', async () => {
        const ids = ['0001-26-000001', ' a ', 'É', 'é', "x'; DROP TABLE entries; --", '🦊'.repeat(50)];
        await insert(ids);
        expect([...(await store.look(key, ids)).known.keys()]).toEqual(ids);
        expect((await store.look(key, ['a', 'É', ' a '])).known.size).toBe(2);
      });

      it('keeps a state that holds a NUL or half of a surrogate pair', async () => {
        const lastError = 'cut within a fox: \ud83e';
        const url = 'https://lists.example/odd';
        await store.check(key, [], () => aDecision({ state: aState({ url, lastError, knownIds: 7 }) }));
        await store.check(key, [], ({ state }) =>
          aDecision({ state: { ...aState(), ...state, lastResult: 'a\0b' } }),
        );
        expect((await store.look(key, [])).state?.knownIds).toBe(7);
        expect(await store.ofPage(url)).toHaveLength(1);
      });

      it('keeps monitors and scopes apart', async () => {
        await insert(['1']);
        expect((await store.look(other, ['1'])).known.size).toBe(0);
        expect((await store.look({ ...key, scope: 'elsewhere' }, ['1'])).known.size).toBe(0);
      });

      it('gives back what is remembered of a known entry', async () => {
        const watched = { price: 12.5, note: null, parts: [{ b: 1, a: 'x' }] };
        await store.check(key, [], () =>
          aDecision({ insert: [aNewEntry('1', { watched, twin: 'abc', firstCheck: 7 })] }),
        );
        expect((await store.look(key, ['1'])).known.get('1')).toEqual({
          watched,
          twin: 'abc',
          firstCheck: 7,
        });
      });

      it('writes nothing when the decision fails', async () => {
        await insert(['1']);
        const failing = store.check(key, ['2'], () => {
          throw new RangeError('no');
        });
        await expect(failing).rejects.toThrow('no');
        expect((await store.look(key, ['1', '2'])).known.size).toBe(1);
        await insert(['2']);
      });

      it('writes all of a decision or nothing', async () => {
        await insert(['1']);
        const doubled = store.check(key, [], () =>
          aDecision({ insert: [aNewEntry('2'), aNewEntry('1')], state: aState({ knownIds: 99 }) }),
        );
        await expect(doubled).rejects.toMatchObject({ name: 'ToolError' });
        const { known, state } = await store.look(key, ['1', '2']);
        expect([[...known.keys()], state?.knownIds]).toEqual([['1'], 1]);
      });

      it('decides on what two checks at once see one after the other: each id is inserted once', async () => {
        const stores = [store, await another(), await another()];
        const ids = Array.from({ length: 30 }, (_, index) => String(index));
        const reported: string[] = [];
        const checks = stores
          .flatMap((it) => [it, it])
          .map(async (it) => {
            let mine: string[] = [];
            await it.check(key, ids, ({ known }) => {
              mine = ids.filter((id) => !known.has(id));
              return aDecision({ insert: mine.map((id) => aNewEntry(id)) });
            });
            reported.push(...mine);
          });
        await Promise.all(checks);
        expect(reported.sort()).toEqual([...ids].sort());
      });

      it('changes the content of a known entry and not when it was found', async () => {
        await insert(['1']);
        const { entry, ...rest } = aNewEntry(
          '1',
          { watched: { price: 2 }, twin: 't2' },
          { fields: { price: 2 } },
        );
        const update = [
          { ...rest, contentChanged: true, entry: { ...entry, fetchedAt: '2027-01-01T00:00:00.000Z' } },
        ];
        await store.check(key, ['1'], () => aDecision({ update }));
        const { rows } = await store.history(key, { limit: 5, since: null, until: null });
        expect(rows).toMatchObject([{ id: '1', fetchedAt: AT, entry: { fields: { price: 2 } } }]);
        expect((await store.look(key, ['1'])).known.get('1')).toMatchObject({
          firstCheck: 1,
          watched: { price: 2 },
        });
      });
    });

    describe('a batch', () => {
      it('is pending with its entries in order until it is acknowledged', async () => {
        await pending('b1', ['3', '1', '2']);
        const [head] = (await store.look(key, [])).batches;
        expect(head).toMatchObject({ batchId: 'b1', status: 'pending', size: 3, offers: 1, offeredAt: AT });
        const [batch] = await store.check(key, [], ({ state }) => ({
          ...aDecision({ state: state ?? aState() }),
          offers: [{ batchId: 'b1', offer: anOffer('run-2') }],
        }));
        expect(batch?.entries.map(({ entry }) => entry.id)).toEqual(['3', '1', '2']);
        expect(batch).toMatchObject({ offers: 1, lost: 0, facts });
        expect((await store.look(key, [])).batches[0]?.offers).toBe(2);
        await store.acknowledge({ batchIds: ['b1'] }, AT);
        expect((await store.look(key, [])).batches).toEqual([]);
      });

      it('takes queued ones in, which are gone as batches, and tells how much is queued', async () => {
        const queued = { status: 'queued', offer: null } as const;
        const changes = { price: { before: 1, after: 2 } };
        await pending('q1', ['1', '2'], { ...queued, keepContent: false });
        await pending('q2', ['3'], queued);
        await pending('q3', [], { ...queued, entries: [{ id: '1', changes }] });
        await pending('q4', ['4'], queued);
        expect((await store.look(key, [])).queuedEntries).toBe(5);
        const newest = { ...facts, fetchedAt: '2026-05-14T08:00:00.000Z' };
        const [batch] = await store.check(key, [], ({ state }) => ({
          ...aDecision({ state: state ?? aState() }),
          offers: [
            {
              batchId: 'q1',
              offer: anOffer('run-2'),
              absorbed: { batchIds: ['q2', 'q3', 'unknown'], facts: newest },
            },
          ],
        }));
        expect(batch).toMatchObject({ batchId: 'q1', offers: 0, size: 4, lost: 0, facts: newest });
        expect(batch?.entries.map(({ entry, changes: of }) => [entry.id, of])).toEqual([
          ['1', null],
          ['2', null],
          ['3', null],
          ['1', changes],
        ]);
        const after = await store.look(key, []);
        expect(after.batches.map(({ batchId, size }) => [batchId, size])).toEqual([
          ['q1', 4],
          ['q4', 1],
        ]);
        expect(after.queuedEntries).toBe(1);
        const { rows } = await store.history(key, { limit: 9, since: null, until: null });
        expect(rows.map(({ id, batchId }) => [id, batchId])).toEqual([
          ['4', 'q4'],
          ['3', 'q1'],
          ['2', 'q1'],
          ['1', 'q1'],
        ]);
        await store.acknowledge({ executionId: 'run-2' }, AT);
        const kept = await store.history(key, { limit: 9, since: null, until: null });
        expect(kept.rows.every(({ entry }) => entry !== null)).toBe(true);
      });

      it('is confirmed by every execution it was offered to', async () => {
        await pending('b1', ['1']);
        await store.check(key, [], ({ state }) => ({
          ...aDecision({ state: state ?? aState() }),
          offers: [{ batchId: 'b1', offer: anOffer('run-2') }],
        }));
        const confirmed = await store.acknowledge({ executionId: 'run-1' }, AT);
        expect(confirmed).toEqual({
          acknowledged: [{ batchId: 'b1', monitorId: 'trades', entries: 1 }],
          already: [],
          facts: checkFacts,
        });
        expect(await store.acknowledge({ executionId: 'run-2' }, AT)).toEqual({
          acknowledged: [],
          already: ['b1'],
          facts: checkFacts,
        });
      });

      it('confirms every batch of an execution, and no other', async () => {
        await pending('b1', ['1']);
        await pending('b2', ['2']);
        await pending('b3', ['3'], { offer: anOffer('run-9') });
        const { acknowledged } = await store.acknowledge({ executionId: 'run-1' }, AT);
        expect(acknowledged.map(({ batchId }) => batchId)).toEqual(['b1', 'b2']);
        expect((await store.look(key, [])).batches.map(({ batchId }) => batchId)).toEqual(['b3']);
      });

      it('tells the facts of the newest check whose batch is confirmed', async () => {
        const later = { ...facts, fetchedAt: '2026-05-13T09:00:00.000Z', dataAsOf: '2026-05-13' };
        await pending('b1', ['1'], { facts: later });
        await pending('b2', ['2']);
        const { firstCheck: _, ...expected } = later;
        expect((await store.acknowledge({ batchIds: ['b2', 'b1'] }, AT)).facts).toEqual(expected);
        expect((await store.acknowledge({ batchIds: ['b2'] }, AT)).facts).toEqual(checkFacts);
      });

      it('refuses an unknown batch and confirms none of the others', async () => {
        await pending('b1', ['1']);
        await expect(store.acknowledge({ batchIds: ['b1', 'nope'] }, AT)).rejects.toMatchObject({
          code: 'UNKNOWN_BATCH',
        });
        await expect(store.acknowledge({ executionId: 'run-77' }, AT)).rejects.toMatchObject({
          code: 'UNKNOWN_BATCH',
        });
        expect((await store.look(key, [])).batches).toHaveLength(1);
      });

      it('whose name holds a NUL is unknown, as any other that is not there', async () => {
        await pending('b1', ['1']);
        for (const name of ['b1\0', '\0', 'b1\0b1']) {
          const unknown = { code: 'UNKNOWN_BATCH' };
          await expect(store.acknowledge({ batchIds: ['b1', name] }, AT)).rejects.toMatchObject(unknown);
          await expect(store.redeliver(key, name, anOffer(null))).rejects.toMatchObject(unknown);
          await expect(store.acknowledge({ executionId: `run-1${name}` }, AT)).rejects.toMatchObject(unknown);
        }
        expect((await store.look(key, [])).batches).toMatchObject([{ batchId: 'b1', offers: 1 }]);
      });

      it('done at once is never offered, yet can be offered again', async () => {
        await pending('b1', ['1', '2'], { status: 'done', offer: anOffer('run-1', true) });
        expect((await store.look(key, [])).batches).toEqual([]);
        const again = await store.redeliver(key, 'b1', anOffer('run-5'));
        expect(again.entries.map(({ entry }) => entry.id)).toEqual(['1', '2']);
        expect((await store.look(key, [])).batches).toHaveLength(1);
      });

      it('held back shows only in the counts, and is offered when asked for', async () => {
        await pending('b1', ['1'], { status: 'held', offer: null });
        expect((await store.look(key, [])).batches).toEqual([]);
        expect(await store.monitors('workflow', null)).toMatchObject([{ heldEntries: 1, pendingEntries: 0 }]);
        expect((await store.redeliver(key, 'b1', anOffer('run-5', true))).offers).toBe(0);
        expect(await store.monitors('workflow', null)).toMatchObject([{ heldEntries: 0, pendingEntries: 0 }]);
      });

      it('that waits for its confirmation waits on after an offer that needs none', async () => {
        const leaseUntil = '2026-05-13T09:00:00.000Z';
        await pending('b1', ['1'], { keepContent: false, offer: { ...anOffer('run-1'), leaseUntil } });
        expect((await store.redeliver(key, 'b1', anOffer('run-5', true))).entries).toHaveLength(1);
        expect((await store.look(key, [])).batches).toMatchObject([
          { batchId: 'b1', status: 'pending', offers: 2, leaseUntil },
        ]);
        // whoever got it may confirm it, and then it is done, also after such an offer
        expect((await store.acknowledge({ executionId: 'run-5' }, AT)).acknowledged).toHaveLength(1);
        await store.redeliver(key, 'b1', anOffer('run-6', true));
        expect((await store.look(key, [])).batches).toEqual([]);
      });

      it('that a limit held up is done by an offer that needs no confirmation', async () => {
        await pending('b1', ['1'], { status: 'queued', offer: null });
        expect((await store.redeliver(key, 'b1', anOffer('run-5', true))).offers).toBe(0);
        expect((await store.look(key, [])).batches).toEqual([]);
      });

      it('keeps contents that are not to be kept until it is done', async () => {
        const bare = { keepContent: false };
        await store.check(key, [], () =>
          aDecision({
            insert: [aNewEntry('1', bare), aNewEntry('2', bare)],
            batches: [aBatch('b1', ['1'], bare)],
          }),
        );
        const contents = async () => {
          const { rows } = await store.history(key, { limit: 5, since: null, until: null });
          return Object.fromEntries(rows.map(({ id, entry }) => [id, entry !== null]));
        };
        expect(await contents()).toEqual({ 1: true, 2: false });
        await store.acknowledge({ batchIds: ['b1'] }, AT);
        expect(await contents()).toEqual({ 1: false, 2: false });
        expect(await store.redeliver(key, 'b1', anOffer(null))).toMatchObject({ entries: [], lost: 1 });
      });

      it('keeps contents that are not to be kept while another batch of theirs is open', async () => {
        const bare = { keepContent: false };
        await store.check(key, [], () =>
          aDecision({ insert: [aNewEntry('1', bare)], batches: [aBatch('b1', ['1'], bare)] }),
        );
        const edit = async (price: number) => {
          const { entry, ...rest } = aNewEntry('1', bare, { fields: { price } });
          await store.check(key, ['1'], () =>
            aDecision({ update: [{ ...rest, contentChanged: true, entry }] }),
          );
        };
        await edit(2);
        const again = await store.redeliver(key, 'b1', anOffer(null));
        expect(again).toMatchObject({ lost: 0, entries: [{ entry: { fields: { price: 2 } } }] });
        await store.acknowledge({ batchIds: ['b1'] }, AT);
        await edit(3);
        expect(await store.redeliver(key, 'b1', anOffer(null))).toMatchObject({ lost: 1 });
      });

      it('leaves the content as it is where only what is remembered beside it changes', async () => {
        await insert(['1']);
        const { entry, ...rest } = aNewEntry('1', { watched: { price: 2 } }, { fields: { price: 2 } });
        await store.check(key, ['1'], () =>
          aDecision({ update: [{ ...rest, contentChanged: false, entry }] }),
        );
        const { rows } = await store.history(key, { limit: 5, since: null, until: null });
        expect(rows).toMatchObject([{ entry: { fields: { title: 'Entry 1' } } }]);
        expect((await store.look(key, ['1'])).known.get('1')?.watched).toEqual({ price: 2 });
      });

      it('carries what changed in an entry', async () => {
        await insert(['1']);
        const changes = { price: { before: 1, after: null } };
        await store.check(key, [], () =>
          aDecision({ batches: [aBatch('b1', [], { entries: [{ id: '1', changes }] })] }),
        );
        const again = await store.redeliver(key, 'b1', anOffer(null));
        expect(again.entries).toMatchObject([{ changes, entry: { id: '1' } }]);
      });

      it('of everything since a time is oldest first', async () => {
        const at = (id: string, fetchedAt: string) => {
          // published long ago: what counts is when it was recorded
          const { entry, ...rest } = aNewEntry(id, {}, { publishedAt: '2026-01-01' });
          return { ...rest, entry: { ...entry, fetchedAt } };
        };
        for (const [id, fetchedAt] of [
          ['old', '2026-05-01T00:00:00.000Z'],
          ['mid', '2026-05-10T09:00:00.000Z'],
          ['new', '2026-05-12T00:00:00.000Z'],
        ] as const)
          await store.check(key, [], () => aDecision({ insert: [at(id, fetchedAt)] }));
        const part = async (since: string, after: Place | null, limit: number, batchId: string) =>
          await store.redeliverSince(
            key,
            { since, after, limit },
            { batchId, facts },
            anOffer('run-3', true),
          );
        const idsOf = (found: PartSince | null) => found?.batch.entries.map(({ entry }) => entry.id);
        const whole = await part('2026-05-10', null, 9, 'b9');
        expect([idsOf(whole), whole?.next]).toEqual([['mid', 'new'], null]);
        // its entries were offered before, or could have been
        expect(whole?.batch.offers).toBeGreaterThan(0);
        expect(await part('2027-01-01', null, 9, 'b10')).toBeNull();
        const first = await part('2026-05-01', null, 2, 'b11');
        const second = await part('2026-05-01', first?.next ?? null, 2, 'b12');
        expect([idsOf(first), idsOf(second), second?.next]).toEqual([['old', 'mid'], ['new'], null]);
      });

      const everything = { since: '2000-01-01', after: null, limit: 9 };

      it('of everything since a time leaves out what an open one offers as new', async () => {
        const waiting = { status: 'queued', offer: null } as const;
        const edit = [{ id: 'edited', changes: { price: { before: 1, after: 2 } } }];
        await store.check(key, [], () =>
          aDecision({
            insert: ['told', 'pending', 'waiting', 'held', 'edited'].map((id) => aNewEntry(id)),
            batches: [
              aBatch('b1', ['told'], { status: 'done' }),
              aBatch('b2', ['waiting'], waiting),
              aBatch('b3', ['held'], { status: 'held', offer: null }),
              aBatch('b4', [], { ...waiting, entries: edit }),
              aBatch('b5', ['pending']),
            ],
          }),
        );
        const found = await store.redeliverSince(key, everything, { batchId: 'b6', facts }, anOffer('run-3'));
        expect(found?.batch.entries.map(({ entry }) => entry.id)).toEqual(['told', 'edited']);
        expect((await store.look(key, [])).queuedEntries).toBe(2);
        expect(await store.monitors('workflow', null)).toMatchObject([{ pendingEntries: 5, heldEntries: 1 }]);
      });

      it('that is open is offered as what it is where everything since a time is asked for', async () => {
        const early = aNewEntry('early');
        const old = { ...early, entry: { ...early.entry, fetchedAt: '2026-05-01T00:00:00.000Z' } };
        const edit = [{ id: 'told', changes: { price: { before: 1, after: 2 } } }];
        await store.check(key, [], () =>
          aDecision({
            insert: [old, ...['told', 'pending', 'waiting', 'held'].map((id) => aNewEntry(id))],
            batches: [
              aBatch('b1', ['early']),
              aBatch('b2', ['told'], { status: 'done' }),
              aBatch('b3', ['held'], { status: 'held', offer: null }),
              aBatch('b4', ['waiting'], { status: 'queued', offer: null }),
              aBatch('b5', ['pending']),
              aBatch('b6', [], { entries: edit }),
            ],
          }),
        );
        const since = async (time: string, done: boolean) =>
          (await store.redeliverOpen(key, time, anOffer('run-3', done))).map((it) => [
            it.batchId,
            it.offers,
            it.entries.map(({ entry }) => entry.id),
          ]);
        expect(await since(AT, false)).toEqual([
          ['b3', 0, ['held']],
          ['b5', 1, ['pending']],
        ]);
        expect(await store.monitors('workflow', null)).toMatchObject([{ pendingEntries: 5, heldEntries: 0 }]);
        expect((await since('2026-05-01', true)).map(([batchId]) => batchId)).toEqual(['b1', 'b3', 'b5']);
        const { batches } = await store.look(key, []);
        expect(batches.map(({ batchId, status }) => [batchId, status])).toEqual([
          ['b1', 'pending'],
          ['b3', 'pending'],
          ['b4', 'queued'],
          ['b5', 'pending'],
          ['b6', 'pending'],
        ]);
        expect(await since('2027-01-01', true)).toEqual([]);
        expect(await store.redeliverOpen(other, AT, anOffer('run-3'))).toEqual([]);
      });

      it('of everything since a time counts entries without contents as lost, and holds none of them', async () => {
        const bare = { keepContent: false };
        await store.check(key, [], () => aDecision({ insert: [aNewEntry('1', bare), aNewEntry('2')] }));
        const found = await store.redeliverSince(key, everything, { batchId: 'b1', facts }, anOffer('run-3'));
        expect(found?.batch).toMatchObject({ size: 2, lost: 1, entries: [{ entry: { id: '2' } }] });
        expect(found?.next).toBeNull();
        const { rows } = await store.history(key, { limit: 5, since: null, until: null });
        expect(rows.map(({ id, batchId, reported }) => [id, batchId, reported])).toEqual([
          ['2', 'b1', true],
          ['1', null, false],
        ]);
      });
    });

    describe('history', () => {
      beforeEach(async () => {
        const days = ['2026-05-01', '2026-05-02T10:00:00.000Z', '2026-05-03'];
        await store.check(key, [], () =>
          aDecision({
            insert: days.map((publishedAt, index) => aNewEntry(String(index), {}, { publishedAt })),
            batches: [aBatch('b1', ['1'])],
          }),
        );
      });
      const ids = async (limit: number, since: string | null = null, until: string | null = null) => {
        const { rows, more } = await store.history(key, { limit, since, until });
        return [rows.map(({ id }) => id), more];
      };

      it('is newest first and says when there is more', async () => {
        expect(await ids(2)).toEqual([['2', '1'], true]);
        expect(await ids(3)).toEqual([['2', '1', '0'], false]);
      });

      it('holds both bounds, a bare date with its whole day', async () => {
        expect(await ids(9, '2026-05-02')).toEqual([['2', '1'], false]);
        expect(await ids(9, null, '2026-05-02')).toEqual([['1', '0'], false]);
        expect(await ids(9, '2026-05-02T10:00:00.000Z', '2026-05-02T10:00:00.000Z')).toEqual([['1'], false]);
        // of the third only the date is known: it may have been at any time of it
        expect(await ids(9, '2026-05-03T22:00:00.000Z')).toEqual([['2'], false]);
        expect(await ids(9, '2026-05-02T11:00:00.000Z', '2026-05-02T12:00:00.000Z')).toEqual([[], false]);
      });

      it('says which entries were reported', async () => {
        const { rows } = await store.history(key, { limit: 9, since: null, until: null });
        expect(rows.map(({ id, batchId, reported }) => [id, batchId, reported])).toEqual([
          ['2', null, false],
          ['1', 'b1', true],
          ['0', null, false],
        ]);
      });

      it('calls reported what was offered, also when its batch is gone, and not what waits for that', async () => {
        await store.acknowledge({ batchIds: ['b1'] }, AT);
        const waiting = ['queued', 'held'] as const;
        for (const status of waiting) await pending(status, [`9 ${status}`], { status, offer: null });
        await store.prune(key, { ids: 9, batches: 1 }, []);
        const reported = async () => {
          const { rows } = await store.history(key, { limit: 9, since: null, until: null });
          return rows.flatMap((row) => (row.reported ? [[row.id, row.batchId]] : []));
        };
        expect(await reported()).toEqual([['1', null]]);
        for (const status of waiting) await store.redeliver(key, status, anOffer(null));
        expect(await reported()).toEqual([
          ['9 held', 'held'],
          ['9 queued', 'queued'],
          ['1', null],
        ]);
      });

      it('of an unknown monitor is empty', async () => {
        expect(await store.history(other, { limit: 9, since: null, until: null })).toEqual({
          rows: [],
          more: false,
        });
      });
    });

    describe('monitors', () => {
      it('are listed by scope and id with what waits for them', async () => {
        await pending('b1', ['1', '2']);
        await insert(['1'], { scope: 'a scope', monitorId: 'z' });
        await insert(['1'], other);
        const rows = await store.monitors(null, null);
        expect(rows.map(({ key: { scope, monitorId } }) => `${scope}/${monitorId}`)).toEqual([
          'a scope/z',
          'workflow/filings',
          'workflow/trades',
        ]);
        expect(rows[2]).toMatchObject({
          pendingBatches: 1,
          pendingEntries: 2,
          mostOffers: 1,
          oldestPendingAt: AT,
          batches: 1,
        });
        expect(await store.monitors('workflow', 'trades')).toHaveLength(1);
        expect(await store.monitors('nowhere', null)).toEqual([]);
      });

      it('whose scope, name or page holds a NUL are not there', async () => {
        await insert(['1']);
        const nowhere = { scope: 'workflow\0', monitorId: 'trades\0' };
        expect(await store.monitors('workflow', 'trades\0')).toEqual([]);
        expect(await store.monitors('workflow\0', null)).toEqual([]);
        expect(await store.ofPage('https://example.org/list\0')).toEqual([]);
        expect((await store.look(nowhere, ['1\0'])).state).toBeNull();
        expect((await store.look(key, ['1\0', '1'])).known.size).toBe(1);
        expect((await store.history(nowhere, { limit: 9, since: null, until: null })).rows).toEqual([]);
        await expect(store.adopt(nowhere, other)).rejects.toMatchObject({ code: 'UNKNOWN_MONITOR' });
        await store.reset(nowhere);
        expect((await store.look(key, ['1'])).known.size).toBe(1);
      });

      it('are found by the page they watch, whatever their scope', async () => {
        const url = 'https://example.org/another';
        const elsewhere = { scope: 'a scope', monitorId: 'z' };
        const state = aState({ url });
        await store.check(elsewhere, [], () => aDecision({ state }));
        await insert(['1'], other);
        expect(await store.ofPage(url)).toEqual([{ key: elsewhere, state }]);
        expect(await store.ofPage('https://example.org/nobody')).toEqual([]);
        await store.reset(elsewhere);
        expect(await store.ofPage(url)).toEqual([]);
      });

      it('are forgotten by a reset, and no other is', async () => {
        await pending('b1', ['1', '2']);
        await insert(['1'], other);
        await store.reset(key);
        expect((await store.look(key, ['1'])).state).toBeNull();
        await expect(store.redeliver(key, 'b1', anOffer(null))).rejects.toMatchObject({
          code: 'UNKNOWN_BATCH',
        });
        await expect(store.acknowledge({ executionId: 'run-1' }, AT)).rejects.toMatchObject({
          code: 'UNKNOWN_BATCH',
        });
        expect((await store.monitors(null, null)).map((row) => row.key.monitorId)).toEqual(['filings']);
        await insert(['1', '2']);
      });

      it('move whole to another scope and name', async () => {
        await pending('b1', ['1', '2']);
        const to = { scope: 'copy', monitorId: 'renamed' };
        await store.adopt(key, to);
        expect((await store.look(key, ['1'])).state).toBeNull();
        expect((await store.look(to, ['1', '2'])).known.size).toBe(2);
        expect((await store.look(to, [])).batches).toHaveLength(1);
        await expect(store.adopt(key, to)).rejects.toMatchObject({ code: 'UNKNOWN_MONITOR' });
      });
    });

    describe('pruning', () => {
      it('removes the oldest beyond the limit, never what is on the page or pending', async () => {
        const ids = Array.from({ length: 10 }, (_, index) => String(index));
        const days = ids.map((id) =>
          aNewEntry(id, {}, { publishedAt: `2026-05-${String(Number(id) + 1).padStart(2, '0')}` }),
        );
        await store.check(key, [], () => aDecision({ insert: days, batches: [aBatch('b1', ['1'])] }));
        const removed = await store.prune(key, { ids: 4, batches: 100 }, ['0']);
        expect(removed).toBe(6);
        const { known, state } = await store.look(key, ids);
        expect([[...known.keys()], state?.knownIds]).toEqual([['0', '1', '8', '9'], 4]);
        expect(await store.prune(key, { ids: 4, batches: 100 }, ['0'])).toBe(0);
      });

      it('never removes what the state names as its page', async () => {
        const insert = ['1', '2', '3'].map((id) => aNewEntry(id));
        await store.check(key, [], () => aDecision({ insert, state: aState({ knownIds: 3, page: ['1'] }) }));
        await store.prune(key, { ids: 1, batches: 100 }, []);
        expect([...(await store.look(key, ['1', '2', '3'])).known.keys()]).toEqual(['1']);
      });

      it('tells what was forgotten and what remains, and keeps the floors that follow from it', async () => {
        const insert = ['1', '2', '3', '4'].map((id) => aNewEntry(id));
        await store.check(key, [], () =>
          aDecision({ insert, state: aState({ knownIds: 4, floors: { a: '0' } }) }),
        );
        const asked: unknown[] = [];
        await store.prune(key, { ids: 2, batches: 100 }, [], (...told) => {
          asked.push(told);
          return { a: '2' };
        });
        expect(asked).toEqual([[{ a: '0' }, ['1', '2'], ['3', '4']]]);
        expect((await store.look(key, [])).state).toMatchObject({ floors: { a: '2' }, knownIds: 2 });
      });

      it('goes on with a large monitor where a step ended, and forgets all of one that is reset', async () => {
        const ids = Array.from({ length: 1300 }, (_, index) => String(index));
        await store.check(key, [], () =>
          aDecision({
            insert: ids.map((id) => aNewEntry(id)),
            batches: [aBatch('b1', ids, { status: 'done', offer: anOffer('x', true) })],
          }),
        );
        expect(await store.prune(key, { ids: 100, batches: 0 }, [])).toBeGreaterThanOrEqual(1200);
        expect((await store.look(key, ids)).known.size).toBe(100);
        await insert(['1'], other);
        await store.reset(key);
        await insert(ids.slice(0, 3));
        expect((await store.look(key, ids)).known.size).toBe(3);
      });

      it('removes finished batches beyond the limit, never an open one', async () => {
        await pending('open', ['1']);
        for (const id of ['2', '3', '4'])
          await pending(`b${id}`, [id], { status: 'done', offer: anOffer('x', true) });
        await store.prune(key, { ids: 100, batches: 1 }, []);
        expect(await store.monitors('workflow', 'trades')).toMatchObject([{ batches: 2, pendingBatches: 1 }]);
        await expect(store.redeliver(key, 'b2', anOffer(null))).rejects.toMatchObject({
          code: 'UNKNOWN_BATCH',
        });
        expect((await store.redeliver(key, 'b4', anOffer(null))).entries).toHaveLength(1);
      });
    });

    it('says where it is and how large', async () => {
      await insert(['1']);
      expect(store.location.length).toBeGreaterThan(5);
      expect(await store.bytes()).toBeGreaterThan(0);
    });
  });
}
