/** A seeded source of numbers: the same seed and key always give the same row, whatever was drawn before. */
export function randomOf(seed, key) {
  let state = 2166136261;
  for (const char of `${seed}/${key}`) state = Math.imul(state ^ char.charCodeAt(0), 16777619) >>> 0;
  for (let round = 0; round < 3; round++) state = Math.imul(state ^ (state >>> 15), 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** From 0 up to, not including, 1. */
    next,
    /** A whole number from `min` to `max`, both included. */
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (share) => next() < share,
  };
}
