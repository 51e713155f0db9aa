import { Client, type ClientConfig } from 'pg';
import type { PostgresSettings } from '../../../lib/monitor/store/settings';
import { judgeMail, killing, type World } from '../../helpers/killing';
import { killAtEvery, killAtRandom } from '../../helpers/killRuns';
import { startPostgres, type PostgresServer } from '../../helpers/postgres';
import { randomFrom, seedOf } from '../../helpers/randomFrom';

const MODES = ['acknowledge', 'onRead'] as const;
const NOTHING = { lost: [], unflagged: [] };

let server: PostgresServer;
let config: ClientConfig;
let admin: Client;
let schemas = 0;
beforeAll(async () => {
  server = await startPostgres();
  config = await server.createDatabase();
  admin = new Client(config);
  await admin.connect();
}, 240_000);
afterAll(async () => {
  await admin.end();
  await server.stop();
});

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.remove();
});
/** A state in an empty schema of its own. */
async function aWorld(shown?: number): Promise<World> {
  const schema = `killed_${(schemas += 1)}`;
  await admin.query(`CREATE SCHEMA ${schema}`);
  const world = await killing({ postgres: { ...settingsOf(config), schema } }, shown);
  worlds.push(world);
  return world;
}
const aSmallWorld = () => aWorld(8);
async function oneWorld(): Promise<() => Promise<World>> {
  const world = await aSmallWorld();
  return () => Promise.resolve(world);
}

it('loses nothing and repeats nothing unflagged in 40 kills at random moments', async () => {
  const seed = seedOf('kills with PostgreSQL');
  const two = [await aWorld(), await aWorld()];
  await Promise.all(two.map((world, which) => killAtRandom(world, 20, randomFrom(seed + which))));
  for (const world of two) expect({ seed, ...judgeMail(world) }).toEqual({ seed, ...NOTHING });
});

describe('a kill before every single statement that is sent, in both deliveries', () => {
  const inBothDeliveries = (worldOf: () => Promise<() => Promise<World>>) =>
    Promise.all(MODES.map(async (delivery) => killAtEvery('statement', await worldOf(), { delivery })));

  it('of a first check, which makes the tables, loses nothing and repeats nothing unflagged', async () => {
    const statements = await inBothDeliveries(() => Promise.resolve(aSmallWorld));
    process.stdout.write(`statements: ${statements.join(', ')}\n`);
    for (const world of worlds) expect(judgeMail(world)).toEqual(NOTHING);
    for (const count of statements) expect(count).toBeGreaterThan(30);
  });

  it('of a later check loses nothing and repeats nothing unflagged', async () => {
    const statements = await inBothDeliveries(oneWorld);
    process.stdout.write(`statements: ${statements.join(', ')}\n`);
    for (const world of worlds) expect(judgeMail(world)).toEqual(NOTHING);
    for (const count of statements) expect(count).toBeGreaterThan(30);
  });
});

it('the same kills find ids that are known before their batch is stored', async () => {
  const worldOf = await oneWorld();
  await killAtEvery('statement', worldOf, { mistake: 'advances at reading' }, 3);
  expect(judgeMail(await worldOf()).lost.length).toBeGreaterThan(0);
});

function settingsOf({ host = '', port = 0, user = '', database = '' }: ClientConfig): PostgresSettings {
  return { kind: 'postgres', host, port, user, password: '', database };
}
