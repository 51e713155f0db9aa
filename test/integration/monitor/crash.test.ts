import { judgeMail, killing, type World } from '../../helpers/killing';
import { killAtRandom, settle } from '../../helpers/killRuns';
import { randomFrom, seedOf } from '../../helpers/randomFrom';

/** Some of a first check and of those after it; the long tests take all of them. */
const STATEMENTS = [8, 14, 20, 26, 32, 38, 44, 50];

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.remove();
});
async function aWorld(shown?: number): Promise<World> {
  const world = await killing({}, shown);
  worlds.push(world);
  return world;
}

it('loses nothing and repeats nothing unflagged when it is killed between two statements', async () => {
  const world = await aWorld(30);
  let killed = 0;
  for (const nth of STATEMENTS) {
    world.grow(2);
    if ((await world.execute({ killBefore: { what: 'statement', nth } })) === 'SIGKILL') killed += 1;
  }
  await settle(world);
  expect(judgeMail(world)).toEqual({ lost: [], unflagged: [] });
  expect(killed).toBeGreaterThan(STATEMENTS.length / 2);
}, 240_000);

it('loses nothing in ten kills from outside at random moments', async () => {
  const seed = seedOf('kills');
  const world = await aWorld();
  await killAtRandom(world, 10, randomFrom(seed));
  expect({ seed, ...judgeMail(world) }).toEqual({ seed, lost: [], unflagged: [] });
}, 240_000);

it('would lose entries if the state advanced when they are read', async () => {
  const verdicts: Record<string, readonly string[]> = {};
  for (const delivery of ['acknowledge', 'onRead'] as const) {
    const world = await aWorld();
    world.grow(2);
    await world.execute({ delivery, killBefore: { what: 'mail', nth: 1 } });
    await world.execute({ delivery });
    verdicts[delivery] = judgeMail(world).lost;
    if (delivery === 'acknowledge') expect(world.mail().map(({ again }) => again)).toEqual([true, true]);
  }
  expect(verdicts).toEqual({ acknowledge: [], onRead: ['1001', '1000'] });
}, 240_000);

it('reports every entry exactly once to two processes that check at once', async () => {
  const world = await aWorld(100);
  for (let round = 0; round < 2; round += 1) {
    world.grow(30);
    await Promise.all([world.execute(), world.execute()]);
  }
  const mail = world.mail();
  expect(mail.map(({ id }) => id).sort()).toEqual([...world.ids].sort());
  expect(mail.filter(({ again }) => again)).toEqual([]);
}, 240_000);
