import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { stateFolder } from '../../helpers/stateFolder';

/** What the driver meets on this machine, or on one where better-sqlite3 does not run. */
type Machine = 'this' | 'fails' | 'crashes';

let folder: ReturnType<typeof stateFolder>;
beforeEach(() => {
  folder = stateFolder();
});
afterEach(() => {
  folder.remove();
});

/** A process of its own that opens the state, adds an id and says by which driver, and what it knew of the ids asked. */
async function said(
  machine: Machine,
  id: string,
  asked: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<unknown> {
  const hooks = ['typescript.cjs', ...(machine === 'this' ? [] : ['driverLoading.cjs'])];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...flags,
      ...hooks.flatMap((hook) => ['--require', resolve('test/helpers', hook)]),
      resolve('test/helpers/driverChild.ts'),
      folder.folder,
      id,
      ...asked,
    ],
    { env: { ...process.env, DRIVER_LOADING: machine } },
  );
  return JSON.parse(stdout);
}

const told = (driver: string, known: readonly string[]) => ({
  driver,
  known,
  backup: expect.any(Number),
});

it('where the binary of better-sqlite3 does not load, node:sqlite goes on with the same file, and back', async () => {
  expect(await said('this', '1', ['1', '2', '3'])).toEqual(told('better-sqlite3', []));
  expect(await said('fails', '2', ['1', '2', '3'])).toEqual(told('node:sqlite', ['1']));
  expect(await said('this', '3', ['1', '2', '3'])).toEqual(told('better-sqlite3', ['1', '2']));
  expect(await said('fails', '4', ['1', '2', '3'])).toEqual(told('node:sqlite', ['1', '2', '3']));
}, 120_000);

it('both drivers write one file at the same time', async () => {
  await Promise.all([said('this', '1'), said('fails', '2')]);
  expect(await said('this', '3', ['1', '2'])).toEqual(told('better-sqlite3', ['1', '2']));
}, 120_000);

it('where Node is too old for better-sqlite3, which would end the process, it is not even loaded', async () => {
  expect(await said('crashes', '1')).toEqual(told('node:sqlite', []));
}, 120_000);

it.each([
  ['fails', 'wrong ELF class'],
  ['crashes', 'Node-API 9 instead of 10'],
] as const)(
  'where no driver loads at all the error says why, and what to do: %s',
  async (machine, reason) => {
    expect(await said(machine, '1', [], ['--no-experimental-sqlite'])).toEqual({
      code: 'STATE_UNAVAILABLE',
      message: expect.stringMatching(
        new RegExp(`^No SQLite driver loads on Node .*${reason}.*Use Node 22.14 or newer, or PostgreSQL\\.$`),
      ),
    });
  },
  120_000,
);
