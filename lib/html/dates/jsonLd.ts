import type { Element } from 'domhandler';
import { isRecord, type UnknownRecord } from '../../check';
import type { PageAddresses } from './addresses';

/** Scripts without any date need not be read: they are most of them, and the longest. */
const STATES_DATES = /"date(?:Published|Modified)"/;
const DEEPEST = 24;
const MOST_NODES = 2_000;

/** Properties that lead to things which are not this page. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'comment',
  'comments',
  'review',
  'reviews',
  'itemListElement',
  'isPartOf',
  'hasPart',
  'blogPost',
  'blogPosts',
  'mentions',
  'citation',
  'suggestedAnswer',
  'acceptedAnswer',
  'relatedLink',
  'isBasedOn',
  'subjectOf',
  'workExample',
  'video',
  'image',
  'author',
  'publisher',
]);

/** Whether an element is a JSON-LD script. */
export function isJsonLd({ name, attribs }: Element): boolean {
  return name === 'script' && (attribs['type'] ?? '').trim().toLowerCase().startsWith('application/ld+json');
}

/**
 * The things that a JSON-LD script with dates describes, at any depth (arrays, `@graph`, `mainEntity`), without those that are
 * parts of another: comments, reviews, elements of lists. Broken JSON is mended where that is safe; else nothing.
 */
export function jsonLdNodes(script: string): readonly UnknownRecord[] {
  const nodes: UnknownRecord[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST || nodes.length >= MOST_NODES) return;
    if (Array.isArray(value)) for (const item of value.slice(0, MOST_NODES)) visit(item, depth + 1);
    else if (isRecord(value)) {
      nodes.push(value);
      for (const [key, child] of Object.entries(value))
        if (typeof child === 'object' && child !== null && !ELSEWHERE.has(key)) visit(child, depth + 1);
    }
  };
  if (STATES_DATES.test(script)) visit(parseLenient(script), 0);
  return nodes;
}

/** Types of a node without their namespace. */
export function typesOf(node: UnknownRecord): readonly string[] {
  const types = Array.isArray(node['@type']) ? (node['@type'] as readonly unknown[]) : [node['@type']];
  return types.filter((type) => typeof type === 'string').map((type) => type.replace(/^.*[/#:]/, ''));
}

export type About = 'thisPage' | 'otherPage' | 'unknown';

/** What a node speaks of, by the addresses that it states. */
export function aboutOf(node: UnknownRecord, { isThisPage, isOtherPage }: PageAddresses): About {
  const stated = addressesOf(node, ['url', 'mainEntityOfPage']);
  if ([...stated, ...addressesOf(node, ['@id'])].some(isThisPage)) return 'thisPage';
  return stated.some(isOtherPage) ? 'otherPage' : 'unknown';
}

function addressesOf(node: UnknownRecord, properties: readonly string[]): readonly string[] {
  const values = properties.flatMap((property) => {
    const value = node[property];
    return isRecord(value) ? [value['@id'], value['url']] : [value];
  });
  return values.filter((value) => typeof value === 'string');
}

/** A property's text: a string, a number, `{"@value": ...}`, or the first of an array of them; null otherwise. */
export function textOfValue(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return textOfValue(value[0]);
  return isRecord(value) && '@value' in value ? textOfValue(value['@value']) : null;
}

function parseLenient(script: string): unknown {
  const bare = script
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:\/\/\s*-->|-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>|;)\s*$/, '');
  for (const mend of [asIs, withoutControls, withoutTrailingCommas, withoutSurplusEnd])
    try {
      return JSON.parse(mend(bare)) as unknown;
    } catch {
      // the next way of mending may do
    }
  return null;
}

const asIs = (json: string): string => json;
// eslint-disable-next-line no-control-regex -- raw line breaks inside strings are what breaks most JSON-LD
const withoutControls = (json: string): string => json.replace(/[\u0000-\u001f]+/g, ' ');
const withoutTrailingCommas = (json: string): string => withoutControls(json).replace(/,\s*([}\]])/g, '$1');
/** A brace too many at the end closes nothing. */
const withoutSurplusEnd = (json: string): string =>
  withoutControls(json)
    .trimEnd()
    .replace(/[}\]]$/, '');
