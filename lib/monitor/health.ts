import type { Entry } from './entry';
import type { MonitorState } from './store/store';
import { shapeOf } from './twin';

/** How well the last page was understood: a redesign shows here before it shows as an error. */
export function healthOf(
  entries: readonly Entry[],
  rowsWithoutId: number,
): NonNullable<MonitorState['health']> {
  const facts = entries.map(({ fields, publishedAt, detailUrl }) => ({ ...fields, publishedAt, detailUrl }));
  const names = [...new Set(facts.flatMap((it) => Object.keys(it)))].slice(0, 100);
  const filled = names.map((name) => [name, share(facts, name)] as const);
  const shapes: Record<string, number> = {};
  for (const { id } of entries) {
    const shape = shapeOf(id);
    shapes[shape] = (shapes[shape] ?? 0) + 1;
  }
  const idShapes = Object.fromEntries(Object.entries(shapes).slice(0, 20));
  return { entries: entries.length, filled: Object.fromEntries(filled), idShapes, rowsWithoutId };
}

function share(facts: readonly Readonly<Record<string, unknown>>[], name: string): number {
  const filled = facts.filter((it) => it[name] !== null && it[name] !== undefined && it[name] !== '').length;
  return Math.round((filled / facts.length) * 1000) / 1000;
}
