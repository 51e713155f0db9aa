/** Park and Miller's generator: whole numbers from 0 to below a bound; the same ones again from the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** The seed that SEED names, else one of this moment; printed, so that the run can be made again. */
export function seedOf(what: string): number {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);
  process.stdout.write(`${what}: SEED=${seed}\n`);
  return seed;
}
