import type { Job } from './checkWorker';
import { SHOWN, type World } from './killing';

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
    const stop = keepGrowing(world, random);
    const job = { ...given, executions: 300 };
    const lives = random(5) === 0 ? 2 : 1;
    const ends = await Promise.all(
      Array.from({ length: lives }, () => world.execute({ ...job, killAfter: random(3000) / 1000 })),
    );
    stop();
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

/** Never by more than the page shows while nobody looks: what has left the page unseen is lost to everyone. */
function keepGrowing(world: World, random: (below: number) => number): () => void {
  const delivered = new Set(world.mail().map(({ id }) => id));
  let room = Math.min(40, SHOWN / 2 - world.ids.filter((id) => !delivered.has(id)).length);
  const timer = setInterval(() => {
    const count = Math.min(1 + random(3), room);
    if (count > 0) world.grow(count);
    room -= count;
  }, 20);
  return () => {
    clearInterval(timer);
  };
}
