/** How much of a page's text a reader gives, by words, and how much of what it gives is none of it. */

const wordsOf = (text) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? [];

/** `given` against `shown`: the F1 of their runs of four words, and the share of the given words that are never shown. */
export function compareTexts(given, shown) {
  const [a, b] = [wordsOf(given), wordsOf(shown)];
  const known = new Set(b);
  const foreign = a.filter((word) => !known.has(word)).length;
  return { f1: f1Of(runsOf(a), runsOf(b)), foreign: a.length === 0 ? 0 : foreign / a.length };
}

function runsOf(words) {
  const last = Math.max(1, words.length - 3);
  const runs = new Map();
  for (let at = 0; at < last; at += 1) {
    const run = words.slice(at, at + 4).join(' ');
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}

/** A run counts as often as both have it. */
function f1Of(a, b) {
  const size = (runs) => [...runs.values()].reduce((sum, count) => sum + count, 0);
  let shared = 0;
  for (const [run, count] of a) shared += Math.min(count, b.get(run) ?? 0);
  return (2 * shared) / (size(a) + size(b));
}
