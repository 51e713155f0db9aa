import type { ClientConfig } from 'pg';
import type { PostgresSettings } from '../../../lib/monitor/store/settings';
import { judgeMail, killing, type World } from '../../helpers/killing';
import { startPostgres, type PostgresServer } from '../../helpers/postgres';

let server: PostgresServer;
let world: World;
beforeAll(async () => {
  server = await startPostgres();
}, 240_000);
afterAll(() => server.stop(), 60_000);
beforeEach(async () => {
  world = await killing({ postgres: settingsOf(await server.createDatabase()) }, 100);
}, 120_000);
afterEach(() => world.remove());

it('reports every entry exactly once to two processes that check one monitor in PostgreSQL at once', async () => {
  // The first round also makes the tables, in both processes.
  for (let round = 0; round < 3; round += 1) {
    world.grow(30);
    await Promise.all([world.execute({ delivery: 'onRead' }), world.execute({ delivery: 'onRead' })]);
  }
  const mail = world.mail();
  expect(mail.map(({ id }) => id).sort()).toEqual([...world.ids].sort());
  expect(mail.filter(({ again }) => again)).toEqual([]);
}, 240_000);

it('does so too where each process confirms what it was given', async () => {
  for (let round = 0; round < 2; round += 1) {
    world.grow(30);
    await Promise.all([world.execute(), world.execute()]);
  }
  expect(judgeMail(world)).toEqual({ lost: [], unflagged: [] });
  expect(new Set(world.mail().map(({ id }) => id)).size).toBe(60);
}, 240_000);

it('gives the entries of a process that was killed to the next one, flagged', async () => {
  world.grow(3);
  expect(await world.execute({ killBefore: { what: 'mail', nth: 1 } })).toBe('SIGKILL');
  expect(world.mail()).toEqual([]);
  await world.execute();
  await world.execute();
  expect(world.mail()).toEqual(world.ids.toReversed().map((id) => ({ id, again: true })));
}, 240_000);

function settingsOf({ host = '', port = 0, user = '', database = '' }: ClientConfig): PostgresSettings {
  return { kind: 'postgres', host, port, user, password: '', database };
}
