import type { Entry } from './entry';
import type { MonitorState } from './store/store';
import { shapeOf } from './twin';

/** How well the last page was understood: a redesign shows here before it shows as an error. */
export function healthOf(
  entries: readonly Entry[],
  rowsWithoutId: number,
): NonNullable<MonitorState['health']> {
  const counts = filledIn(entries);
  const names = [...counts.keys()].slice(0, 100);
  const filled = names.map((name) => [name, shareOf(counts.get(name) ?? 0, entries.length)] as const);
  const shapes: Record<string, number> = {};
  for (const { id } of entries) {
    const shape = shapeOf(id);
    shapes[shape] = (shapes[shape] ?? 0) + 1;
  }
  const idShapes = Object.fromEntries(Object.entries(shapes).slice(0, 20));
  return { entries: entries.length, filled: Object.fromEntries(filled), idShapes, rowsWithoutId };
}

/** In how many entries each field is filled, in the order in which the page brings them. */
function filledIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, { filled: number }>();
  const count = (name: string, value: unknown): void => {
    let field = counts.get(name);
    if (field === undefined) counts.set(name, (field = { filled: 0 }));
    if (value !== null && value !== undefined && value !== '') field.filled += 1;
  };
  for (const { fields, publishedAt, detailUrl } of entries) {
    for (const name of Object.keys(fields)) if (!OWN.has(name)) count(name, fields[name]);
    count('publishedAt', publishedAt);
    count('detailUrl', detailUrl);
  }
  return new Map([...counts].map(([name, { filled }]) => [name, filled]));
}

/** Facts of every entry: they stand for a field of the same name. */
const OWN: ReadonlySet<string> = new Set(['publishedAt', 'detailUrl']);

function shareOf(part: number, all: number): number {
  return Math.round((part / all) * 1000) / 1000;
}
