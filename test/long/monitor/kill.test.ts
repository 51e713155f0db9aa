import { deliveryHits, judgeMail, killing, type World } from '../../helpers/killing';
import { killAtEveryStatement, killAtRandom, settle } from '../../helpers/killRuns';
import { randomFrom, seedOf } from '../../helpers/randomFrom';

const NOTHING = { lost: [], unflagged: [] };

let worlds: World[];
const aWorld = (): World => {
  const world = killing();
  worlds.push(world);
  return world;
};
beforeEach(() => {
  worlds = [];
});
afterEach(() => {
  for (const world of worlds) world.remove();
});

it('loses nothing and repeats nothing unflagged in 500 kills at random moments', async () => {
  const seed = seedOf('kills');
  const two = [aWorld(), aWorld()];
  await Promise.all(two.map((world, which) => killAtRandom(world, 250, randomFrom(seed + which))));
  for (const world of two) {
    const hits = deliveryHits(world);
    process.stdout.write(
      `${world.ids.length} entries, of which kills hit in delivery: ${JSON.stringify(hits)}\n`,
    );
    expect({ seed, ...judgeMail(world) }).toEqual({ seed, ...NOTHING });
    expect(hits.beforeMail).toBeGreaterThan(0);
    expect(hits.afterMail).toBeGreaterThan(0);
  }
});

it('loses nothing before any statement of a first check, one life after the other', async () => {
  let statements = 0;
  for (let last = false; !last; statements += 1) {
    const world = killing();
    world.grow(3);
    last = (await world.execute({ killAtStatement: statements + 1 })) === null;
    await settle(world);
    expect({ statements, ...judgeMail(world) }).toEqual({ statements, ...NOTHING });
    world.remove();
  }
  expect(statements).toBeGreaterThan(30);
});

it('loses nothing before any statement of later checks, with batches pending from the kills before', async () => {
  const world = aWorld();
  expect(await killAtEveryStatement(world)).toBeGreaterThan(30);
  expect(judgeMail(world)).toEqual(NOTHING);
});

it('loses nothing in the middle of a delivery, after each entry', async () => {
  const world = aWorld();
  for (let killInMail = 0; killInMail < 6; killInMail += 1) {
    world.grow(6);
    expect(await world.execute({ killInMail })).toBe('SIGKILL');
  }
  await settle(world);
  expect(judgeMail(world)).toEqual(NOTHING);
});

describe('the same kills find what is wrong', () => {
  it('with a state that advances when it is read', async () => {
    const world = aWorld();
    const seed = seedOf('kills of a state that advances at reading');
    await killAtRandom(world, 60, randomFrom(seed), { delivery: 'onRead' });
    expect(judgeMail(world).lost.length).toBeGreaterThan(0);
  });

  it('with ids that are known in an earlier transaction than their batch', async () => {
    const world = aWorld();
    await killAtEveryStatement(world, { splitsTransaction: true });
    expect(judgeMail(world).lost.length).toBeGreaterThan(0);
  });
});
