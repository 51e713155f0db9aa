import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { ToolError } from '../../../lib/errors';
import { openDriver, openNodeSqlite, type OpenDriver } from '../../../lib/monitor/store/sqlite/driver';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import type { Store } from '../../../lib/monitor/store/store';
import { aBatch, aDecision, aNewEntry, anOffer, aState } from '../../helpers/decisions';
import { randomFrom, seedOf } from '../../helpers/randomFrom';
import { quickDisk, stateFolder } from '../../helpers/stateFolder';

/**
 * One bit of the file is another one than was written. What is guaranteed: either an error that names the file, at
 * opening or when the damaged row is read, or right answers to every question that decides what is new and what is
 * delivered: which monitors there are, which ids are known, what waits, what history lists in which order.
 * What cannot be noticed, since SQLite keeps no checksums: another letter or number in what no index holds (a title, a
 * count).
 */
const key = { scope: 'workflow', monitorId: 'list' };
const ERRORS: readonly string[] = ['STATE_CORRUPT', 'STATE_UNAVAILABLE'];
/** Bytes before the first page's own content. */
const HEADER = 100;
const IDS = Array.from({ length: 60 }, (_, number) => `id-${number}`);
const titleOf = (id: string): string => `Entry ${id} and more words`.repeat(4);

/** A table or index, and where one of its pages begins and ends in the file. */
interface PageOfFile {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const folder = stateFolder(quickDisk);
const seed = seedOf('flipped bits');
let written: Buffer;
let right: string;
let pages: readonly PageOfFile[];

beforeAll(async () => {
  const store = await openSqliteStore(folder.settings);
  const insert = IDS.map((id) => aNewEntry(id, {}, { fields: { title: titleOf(id) } }));
  const batches = [aBatch('b1', IDS.slice(0, 30)), aBatch('b2', IDS.slice(30))];
  await store.check(key, [], () => aDecision({ insert, batches, state: aState({ page: IDS.slice(40) }) }));
  await store.check({ ...key, monitorId: 'other' }, [], () => aDecision({ insert: [aNewEntry('1')] }));
  right = await whatDecides(store);
  await store.close();
  written = readFileSync(folder.path);
  pages = pagesOf(folder.path);
});
afterAll(() => {
  folder.remove();
});

async function whatDecides(store: Store): Promise<string> {
  const { state, known, batches } = await store.look(key, [...IDS, 'unknown']);
  const { rows } = await store.history(key, { limit: 500, since: null, until: null });
  const { entries } = await store.redeliver(key, 'b1', anOffer('run-2'));
  return JSON.stringify({
    isFirstCheck: state === null,
    known: [...known.keys()],
    waiting: batches.map(({ batchId }) => batchId),
    delivered: entries.map(({ entry }) => entry.id),
    history: rows.map(({ id }) => id),
    monitors: (await store.monitors(null, null)).map((row) => row.key),
    ofPage: (await store.ofPage('https://example.org/list')).map((row) => row.key),
  });
}

function pagesOf(path: string): readonly PageOfFile[] {
  const database = new Database(path, { readonly: true });
  const sql = 'SELECT name, pgoffset AS "from", pgoffset + pgsize AS "to" FROM dbstat ORDER BY pgoffset';
  const found = database.prepare<[], PageOfFile>(sql).all();
  database.close();
  return found;
}

interface Flip {
  readonly at: number;
  readonly bit: number;
}

/** What a store says of the file with one bit flipped: "right", the code of its error, or what is wrong. */
async function said({ at, bit }: Flip, driver: OpenDriver): Promise<string> {
  for (const name of readdirSync(dirname(folder.path)))
    if (/-(wal|shm|journal)$/.test(name)) unlinkSync(join(dirname(folder.path), name));
  const bytes = Buffer.from(written);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
  writeFileSync(folder.path, bytes);
  const store = await openSqliteStore(folder.settings, { openDriver: driver });
  try {
    const answer = await whatDecides(store);
    return answer === right ? 'right' : `wrong: ${answer}`;
  } catch (error) {
    if (!(error instanceof ToolError)) return `not a ToolError: ${String(error)}`;
    if (!error.message.includes(folder.path)) return `names no file: ${error.message}`;
    return readFileSync(folder.path).equals(bytes) ? error.code : `${error.code}, and changed the file`;
  } finally {
    await store.close();
  }
}

/** Of every flip what is said of it, counted; whatever may not be said with its place. */
async function allSaid(
  flips: readonly Flip[],
  driver: OpenDriver,
  allowed: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const tally: Record<string, number> = {};
  for (const flip of flips) {
    const what = await said(flip, driver);
    const shown = allowed.includes(what) ? what : `byte ${flip.at}, bit ${flip.bit}, seed ${seed}: ${what}`;
    tally[shown] = (tally[shown] ?? 0) + 1;
  }
  return tally;
}

/** Bits at random of what is written there: most of a page is empty. */
function bitsOf(name: string, count: number, random: (below: number) => number): readonly Flip[] {
  const places = pages
    .filter((page) => page.name === name)
    .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index))
    .filter((at) => at >= HEADER && written.readUInt8(at) !== 0);
  return Array.from({ length: count }, () => ({ at: places[random(places.length)] ?? 0, bit: random(8) }));
}

/** Where a text stands in a table or index. */
function placeOf(text: string, name: string): number {
  for (const { from, to } of pages.filter((page) => page.name === name)) {
    const at = written.indexOf(text, from);
    if (at >= 0 && at < to) return at;
  }
  throw new Error(`${text} is not in ${name}`);
}

const bitsOfField = (from: number, bytes: number): readonly Flip[] =>
  Array.from({ length: bytes * 8 }, (_, index) => ({ at: from + (index >> 3), bit: index & 7 }));

describe.each<[string, OpenDriver]>([
  ['better-sqlite3', openDriver],
  ['node:sqlite', (path: string) => openNodeSqlite(path)],
])('with %s', (_, driver) => {
  const random = randomFrom(seed);

  it.each([
    'sqlite_schema',
    'about',
    'monitors',
    'sqlite_autoindex_monitors_1',
    'monitors_by_url',
    'entries',
    'entries_by_id',
    'entries_by_time',
    'batches',
    'batches_open',
    'batch_entries',
  ])('a flipped bit in %s is an error that names the file, or changes nothing that decides', async (name) => {
    const tally = await allSaid(bitsOf(name, 40, random), driver, ['right', ...ERRORS]);
    expect(Object.keys(tally).filter((what) => what !== 'right' && !ERRORS.includes(what))).toEqual([]);
    expect(tally['right'] ?? 0).toBeLessThan(40);
  });

  it('one in the header of the file as well', async () => {
    const flips = Array.from({ length: 60 }, () => ({ at: random(HEADER), bit: random(8) }));
    // it may also say that the file is of another program, or that only a later SQLite may write it
    const allowed = ['right', ...ERRORS, 'INVALID_CONFIG', 'STATE_READONLY'];
    const tally = await allSaid(flips, driver, allowed);
    expect(Object.keys(tally).filter((what) => !allowed.includes(what))).toEqual([]);
  });

  it.each([
    ['whose state it is', 68, ['INVALID_CONFIG']],
    ['which version it is of', 60, ['STATE_CORRUPT', 'STATE_UNAVAILABLE']],
  ])('no bit that says %s is overlooked', async (__, from, codes) => {
    expect(Object.keys(await allSaid(bitsOfField(from, 4), driver, codes)).sort()).toEqual(codes);
  });

  it.each([
    ['a monitor, which would have a first check again', 'workflow', 'sqlite_autoindex_monitors_1'],
    ['a known id, which would be new again', 'id-17', 'entries_by_id'],
    ['the id itself, which would be listed under another name', 'id-17', 'entries'],
    ['a batch, which could not be confirmed', 'b1', 'sqlite_autoindex_batches_1'],
  ])('no bit of the key that finds %s, is overlooked', async (__, text, name) => {
    const flips = bitsOfField(placeOf(text, name), text.length);
    expect(await allSaid(flips, driver, ['STATE_CORRUPT'])).toEqual({ STATE_CORRUPT: flips.length });
  });

  it('another letter in a title cannot be noticed, and is all that changes', async () => {
    expect(await said({ at: placeOf('Entry id-17', 'entries'), bit: 1 }, driver)).toBe('right');
    const store = await openSqliteStore(folder.settings, { openDriver: driver });
    const { rows } = await store.history(key, { limit: 500, since: null, until: null });
    await store.close();
    const others = rows.filter(({ id, entry }) => entry?.fields['title'] !== titleOf(id));
    expect(others.map(({ id, entry }) => [id, entry?.fields['title']])).toEqual([
      ['id-17', titleOf('id-17').replace('E', 'G')],
    ]);
  });
});
