import { judgeMail, killing } from '../../helpers/killing';

/** Park and Miller's generator: a run can be made again from the seed it prints. */
function randomFrom(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it('loses nothing in 500 kills at random moments', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  process.stdout.write(`kills: SEED=${seed}\n`);
  const random = randomFrom(seed);
  const world = killing();
  world.grow(3);
  await world.execute();
  let kills = 0;
  while (kills < 500) {
    if (random(3) === 0) world.grow(1 + random(5));
    const atStatement = random(2) === 0;
    const job = atStatement ? { killAtStatement: 20 + random(70) } : { killAfterMs: 200 + random(1500) };
    const signals = await Promise.all(
      random(4) === 0 ? [world.execute(job), world.execute()] : [world.execute(job)],
    );
    kills += signals.filter((signal) => signal === 'SIGKILL').length;
  }
  await world.execute();
  await world.execute();
  expect({ seed, ...judgeMail(world) }).toEqual({ seed, lost: [], unflagged: [] });
  world.remove();
});

it('loses nothing at any statement of a check', async () => {
  const world = killing();
  for (let killAtStatement = 1; killAtStatement <= 80; killAtStatement += 1) {
    world.grow(2);
    await world.execute({ killAtStatement });
  }
  await world.execute();
  await world.execute();
  expect(judgeMail(world)).toEqual({ lost: [], unflagged: [] });
  world.remove();
});
