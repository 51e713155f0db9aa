import { hash } from 'node:crypto';
import type { Entry } from './entry';

/**
 * A hash of what an entry says apart from its ids and links: the same record under another id has the same twin.
 * Null where there is too little to tell one record from another (fewer than two facts).
 */
export function twinOf(entry: Entry): string | null {
  const facts = Object.entries(entry.fields)
    .filter(([, value]) => !isEmpty(value) && !holdsId(value, entry.id))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const times = [entry.publishedAt, entry.tradedAt].filter((time) => time !== null);
  if (facts.length + times.length < 2) return null;
  return hash('sha256', JSON.stringify([times, facts]), 'base64url').slice(0, 22);
}

/** An empty list is as little a fact as an empty text: every entry of a feed has some. */
function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function holdsId(value: unknown, id: string): boolean {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes(id) || /^https?:\/\//.test(text);
}

/** The form of an id: digits as 9, letters as a, runs cut to their first characters, so that `1234` and `98765` are alike. */
export function shapeOf(id: string): string {
  return id
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9')
    .slice(0, 40);
}
