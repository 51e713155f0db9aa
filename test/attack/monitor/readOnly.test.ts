import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { aDecision, aNewEntry } from '../../helpers/decisions';
import { stateFolder } from '../../helpers/stateFolder';

const key = { scope: 's', monitorId: 'm' };
/** Who the other user is where this one is root. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

function saidByAnotherUser(n8nFolder: string): string {
  const script = join(__dirname, 'readOnlyWorker.ts');
  const hook = resolve('test/helpers/typescript.cjs');
  return execFileSync(process.execPath, ['--require', hook, script, n8nFolder], { encoding: 'utf8' });
}

it('a folder that may not be written is STATE_READONLY', () => {
  const folder = stateFolder();
  mkdirSync(dirname(folder.path));
  chmodSync(dirname(folder.path), 0o555);
  chmodSync(folder.folder, 0o555);
  expect(saidByAnotherUser(folder.folder)).toContain('STATE_READONLY');
  chmodSync(dirname(folder.path), 0o755);
  folder.remove();
});

it('a file that may not be written is STATE_READONLY', async () => {
  const folder = stateFolder();
  const store = await openSqliteStore(folder.settings);
  await store.look(key, []);
  await store.close();
  chmodSync(folder.folder, 0o755);
  chmodSync(dirname(folder.path), 0o755);
  chmodSync(folder.path, 0o444);
  chmodSync(`${folder.path}.marker`, 0o444);
  expect(saidByAnotherUser(folder.folder)).toContain('STATE_READONLY');
  folder.remove();
});

/** A state as a process leaves it that is killed: with its log beside it. All files may be read by everyone. */
async function killed(owner: number): Promise<ReturnType<typeof stateFolder>> {
  const living = stateFolder();
  const store = await openSqliteStore(living.settings);
  await store.check(key, [], () => aDecision({ insert: [aNewEntry('0')] }));
  const left = stateFolder();
  cpSync(dirname(living.path), dirname(left.path), { recursive: true });
  await store.close();
  living.remove();
  const names = readdirSync(dirname(left.path));
  expect(names).toEqual(expect.arrayContaining(['state.db', 'state.db-wal', 'state.db-shm']));
  for (const path of [left.folder, dirname(left.path)]) chmodSync(path, 0o755);
  for (const path of names.map((name) => join(dirname(left.path), name))) {
    chmodSync(path, 0o444);
    if (isRoot) chownSync(path, owner, owner);
  }
  if (isRoot) for (const path of [left.folder, dirname(left.path)]) chownSync(path, NOBODY, NOBODY);
  return left;
}

it('goes on when the file may be written again, although its log still has the mode of before', async () => {
  const folder = await killed(NOBODY);
  expect(saidByAnotherUser(folder.folder)).toContain(`STATE_READONLY The state ${folder.path} `);
  chmodSync(folder.path, 0o600);
  expect(saidByAnotherUser(folder.folder)).toBe('written');
  const names = readdirSync(dirname(folder.path)).filter((name) => !name.endsWith('.marker'));
  for (const name of names)
    expect([name, statSync(join(dirname(folder.path), name)).mode & 0o777]).toEqual([name, 0o600]);
  folder.remove();
});

it('names the log where that belongs to someone else, and mends it where it does not', async () => {
  const folder = await killed(0);
  if (isRoot) chownSync(folder.path, NOBODY, NOBODY);
  chmodSync(folder.path, 0o600);
  const said = saidByAnotherUser(folder.folder);
  expect(said).toContain(
    isRoot ? `STATE_READONLY The state ${folder.path}-wal cannot be written` : 'written',
  );
  folder.remove();
});
