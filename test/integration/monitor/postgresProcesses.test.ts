import type { ClientConfig } from 'pg';
import type { PostgresSettings } from '../../../lib/monitor/store/settings';
import { judgeMail, killing } from '../../helpers/killing';
import { startPostgres, type PostgresServer } from '../../helpers/postgres';

let server: PostgresServer;
let postgres: PostgresSettings;
let world: ReturnType<typeof killing>;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  postgres = settingsOf(await server.createDatabase());
  world = killing();
}, 30_000);
afterEach(() => {
  world.remove();
});

it('reports every entry exactly once to two processes that check one monitor in PostgreSQL at once', async () => {
  // The first round also makes the tables, in both processes.
  for (let round = 0; round < 3; round += 1) {
    world.grow(30);
    await Promise.all([
      world.execute({ postgres, delivery: 'onRead' }),
      world.execute({ postgres, delivery: 'onRead' }),
    ]);
  }
  const mail = world.mail();
  expect(mail.map(({ id }) => id).sort()).toEqual([...world.ids].sort());
  expect(mail.filter(({ again }) => again)).toEqual([]);
}, 60_000);

it('does so too where each process confirms what it was given', async () => {
  for (let round = 0; round < 2; round += 1) {
    world.grow(30);
    await Promise.all([world.execute({ postgres }), world.execute({ postgres })]);
  }
  expect(judgeMail(world)).toEqual({ lost: [], unflagged: [] });
  expect(new Set(world.mail().map(({ id }) => id)).size).toBe(60);
}, 60_000);

it('gives the entries of a process that was killed to the next one, flagged', async () => {
  world.grow(3);
  expect(await world.execute({ postgres, killBeforeMail: true })).toBe('SIGKILL');
  expect(world.mail()).toEqual([]);
  await world.execute({ postgres });
  await world.execute({ postgres });
  expect(world.mail()).toEqual(world.ids.toReversed().map((id) => ({ id, again: true })));
}, 60_000);

function settingsOf({ host = '', port = 0, user = '', database = '' }: ClientConfig): PostgresSettings {
  return { kind: 'postgres', host, port, user, password: '', database };
}
