import type { Job } from './checkWorker';
import type { World } from './killing';

/**
 * Kills from outside at random moments, until there were `kills` of them. Each process checks, delivers and acknowledges
 * over and over while the list grows; now and then two of them share the state.
 */
export async function killAtRandom(
  world: World,
  kills: number,
  random: (below: number) => number,
  given: Partial<Job> = {},
): Promise<void> {
  world.grow(3);
  for (let killed = 0; killed < kills;) {
    const job = { ...given, executions: 300, grows: true };
    const lives = random(5) === 0 ? 2 : 1;
    const ends = await Promise.all(
      Array.from({ length: lives }, () => world.execute({ ...job, killAfter: random(3000) / 1000 })),
    );
    killed += ends.filter((signal) => signal === 'SIGKILL').length;
  }
  await settle(world, given);
}

/** A kill before each statement in turn, from the first one to the last there is; returns how many there were. */
export async function killAtEveryStatement(world: World, given: Partial<Job> = {}): Promise<number> {
  for (let killAtStatement = 1; ; killAtStatement += 1) {
    world.grow(2);
    if ((await world.execute({ ...given, killAtStatement })) === null) {
      await settle(world, given);
      return killAtStatement - 1;
    }
  }
}

/** What is pending gets its chances. */
export async function settle(world: World, given: Partial<Job> = {}): Promise<void> {
  await world.execute({ ...given, executions: 5 });
}
