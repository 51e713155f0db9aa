import type { Moment } from './checkWorker';
import type { Given, World } from './killing';
import { liveAndDie } from './mortal';

/**
 * Kills from outside at random moments, until there were `kills` of them. Each process checks, delivers and acknowledges
 * over and over while the list grows; now and then two of them share the state.
 */
export async function killAtRandom(
  world: World,
  kills: number,
  random: (below: number) => number,
  given: Given = {},
): Promise<void> {
  world.growBy((nth) => nth % 3);
  for (let killed = 0; killed < kills;) {
    const lives = random(5) === 0 ? 2 : 1;
    const ends = await Promise.all(
      Array.from({ length: lives }, () => world.execute({ ...given, executions: 300 }, random(2000) / 1000)),
    );
    killed += ends.filter((signal) => signal === 'SIGKILL').length;
  }
  await settle(world, given);
}

/**
 * A kill before each statement in turn, or before each entry that is delivered, from the first to the last there is;
 * or by larger steps; returns how many kills there were. `worldOf` gives the world of each: always a new one for first checks, always the same for
 * later ones. Between two kills lie executions that deliver what is pending, and one whose workflow fails.
 */
export async function killAtEvery(
  what: Moment['what'],
  worldOf: () => Promise<World>,
  given: Given = {},
  by = 1,
): Promise<number> {
  for (let nth = 1, last: World | null = null; ; nth += by) {
    const world: World = await worldOf();
    world.growBy(() => 2);
    const jobs = [world.job({ ...given, killBefore: { what, nth } })];
    if (last !== null) jobs.unshift(last.job({ ...given, executions: 2, leavesPending: true }));
    const end = await liveAndDie(jobs);
    last = world;
    if (end !== null) continue;
    await settle(world, given);
    return (nth - 1) / by;
  }
}

/** The list stands still, and what is pending gets its chances. */
export async function settle(world: World, given: Given = {}): Promise<void> {
  world.growBy(() => 0);
  await world.execute({ ...given, executions: 3 });
}
