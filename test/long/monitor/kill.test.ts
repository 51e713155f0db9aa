import { deliveryHits, judgeMail, killing, type Given, type World } from '../../helpers/killing';
import { killAtEvery, killAtRandom } from '../../helpers/killRuns';
import { randomFrom, seedOf } from '../../helpers/randomFrom';

const MODES = ['acknowledge', 'onRead'] as const;
const NOTHING = { lost: [], unflagged: [] };

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.remove();
});
async function aWorld(shown?: number): Promise<World> {
  const world = await killing({}, shown);
  worlds.push(world);
  return world;
}
/** For kills at every statement. */
const aSmallWorld = () => aWorld(8);
/** Gives the same small world each time. */
async function oneWorld(): Promise<() => Promise<World>> {
  const world = await aSmallWorld();
  return () => Promise.resolve(world);
}
const say = (text: string) => process.stdout.write(`${text}\n`);

describe('kills at random moments', () => {
  it('lose nothing and repeat nothing unflagged, 500 times', async () => {
    const seed = seedOf('500 kills');
    for (let count = 0; count < 4; count += 1) await aWorld();
    await Promise.all(worlds.map((world, which) => killAtRandom(world, 125, randomFrom(seed + which))));
    for (const world of worlds) {
      const hits = deliveryHits(world);
      say(`${world.ids.length} entries, of which kills hit in delivery: ${JSON.stringify(hits)}`);
      expect({ seed, ...judgeMail(world) }).toEqual({ seed, ...NOTHING });
    }
    // Between mail and acknowledgement lies too little time for every run to hit it: the kills at each statement do.
    const hit = worlds.map((world) => deliveryHits(world).beforeMail);
    expect(Math.max(...hit)).toBeGreaterThan(0);
  });

  it('lose nothing that could not be given again where the state advances with the check, 100 times', async () => {
    const seed = seedOf('100 kills, onRead');
    for (let count = 0; count < 2; count += 1) await aWorld();
    await Promise.all(
      worlds.map((world, which) => killAtRandom(world, 50, randomFrom(seed + which), { delivery: 'onRead' })),
    );
    for (const world of worlds) {
      const { lost, unflagged } = judgeMail(world);
      say(`${world.ids.length} entries, of which kills hit before their mail: ${lost.length}`);
      expect({ seed, unflagged }).toEqual({ seed, unflagged: [] });
      await world.execute({ delivery: 'onRead', redelivers: true });
      expect({ seed, ...judgeMail(world) }).toEqual({ seed, ...NOTHING });
    }
  });
});

describe('a kill before every single statement, in both deliveries', () => {
  const inBothDeliveries = (worldOf: () => Promise<() => Promise<World>>) =>
    Promise.all(MODES.map(async (delivery) => killAtEvery('statement', await worldOf(), { delivery })));

  it('of a first check loses nothing and repeats nothing unflagged', async () => {
    const statements = await inBothDeliveries(() => Promise.resolve(aSmallWorld));
    say(`statements: ${statements.join(', ')}`);
    for (const world of worlds) expect(judgeMail(world)).toEqual(NOTHING);
    for (const count of statements) expect(count).toBeGreaterThan(30);
  });

  it('of a later check loses nothing and repeats nothing unflagged', async () => {
    const statements = await inBothDeliveries(oneWorld);
    say(`statements: ${statements.join(', ')}`);
    for (const world of worlds) expect(judgeMail(world)).toEqual(NOTHING);
    for (const count of statements) expect(count).toBeGreaterThan(50);
  });
});

describe('a kill in the middle of a delivery, before each entry', () => {
  it('loses nothing and repeats nothing unflagged', async () => {
    expect(await killAtEvery('mail', await oneWorld())).toBe(4);
    for (const world of worlds) expect(judgeMail(world)).toEqual(NOTHING);
  });
});

describe('the same kills find', () => {
  /** Until something is lost. */
  const killFor = async (given: Given, seed: number): Promise<number> => {
    const world = await aWorld();
    for (let kills = 20; kills <= 300; kills += 20) {
      await killAtRandom(world, 20, randomFrom(seed + kills), given);
      if (judgeMail(world).lost.length > 0) return kills;
    }
    return Infinity;
  };

  it('a state that advances when it is read', async () => {
    const seed = seedOf('kills of mutants');
    const [known, confirmed] = await Promise.all([
      killFor({ mistake: 'advances at reading' }, seed),
      killFor({ mistake: 'confirms at reading' }, seed),
    ]);
    say(`lost within ${known} and ${confirmed} kills`);
    expect({ seed, known, confirmed }).toEqual({
      seed,
      known: expect.any(Number),
      confirmed: expect.any(Number),
    });
    expect(Math.max(known, confirmed)).toBeLessThan(Infinity);
  });

  it('ids that are known before their batch is stored, by every third statement', async () => {
    const worldOf = await oneWorld();
    await killAtEvery('statement', worldOf, { mistake: 'advances at reading' }, 3);
    expect(judgeMail(await worldOf()).lost.length).toBeGreaterThan(0);
  });
});
