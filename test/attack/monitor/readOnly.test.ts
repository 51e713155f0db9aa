import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openSqliteStore } from '../../../lib/monitor/store/sqlite/sqliteStore';
import { stateFolder } from '../../helpers/stateFolder';

function codeAsAnotherUser(n8nFolder: string): string {
  const script = join(__dirname, 'readOnlyWorker.ts');
  const hook = resolve('test/helpers/typescript.cjs');
  return execFileSync(process.execPath, ['--require', hook, script, n8nFolder], { encoding: 'utf8' });
}

it('a folder that may not be written is STATE_READONLY', () => {
  const folder = stateFolder();
  mkdirSync(dirname(folder.path));
  chmodSync(dirname(folder.path), 0o555);
  chmodSync(folder.folder, 0o555);
  expect(codeAsAnotherUser(folder.folder)).toBe('STATE_READONLY');
  chmodSync(dirname(folder.path), 0o755);
  folder.remove();
});

it('a file that may not be written is STATE_READONLY', async () => {
  const folder = stateFolder();
  const store = await openSqliteStore(folder.settings);
  await store.look({ scope: 's', monitorId: 'm' }, []);
  await store.close();
  chmodSync(folder.folder, 0o755);
  chmodSync(dirname(folder.path), 0o755);
  chmodSync(folder.path, 0o444);
  chmodSync(`${folder.path}.marker`, 0o444);
  expect(codeAsAnotherUser(folder.folder)).toBe('STATE_READONLY');
  folder.remove();
});
