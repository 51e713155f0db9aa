import { invalid, isRecord } from '../../check';
import { ToolError } from '../../errors';
import { isShallowJson } from '../../jsonDepth';
import { LIMITS } from '../../limits';
import { numericIdOf, type Entry, type FieldValue } from '../entry';
import type { Monitor } from '../monitor';
import { noList } from './blockPage';
import { absoluteUrl } from './listUrl';
import type { Page, ParsedPage } from './parser';

/** The items of a JSON list: `idPath` leads to the id, e.g. `items[].id`; its last `[]` is the list. */
export function parseJsonList(page: Page, monitor: Monitor): ParsedPage {
  const path = `monitors.${monitor.id}.idPath`;
  if (monitor.idPath === null)
    throw invalid(
      path,
      'is missing: the page is JSON, so name the path to the id of an item, e.g. items[].id',
    );
  const steps = stepsOf(monitor.idPath, path);
  const { items, lists } = itemsAt(readJson(page), steps.toList);
  if (lists === 0) throw noList(page.text, page.url, `The JSON holds no list at ${monitor.idPath}.`);
  const byId = new Map<string, Entry>();
  let without = 0;
  for (const item of items) {
    const id = idOf(valueAt(item, steps.toId));
    if (id === null) without += 1;
    else if (!byId.has(id)) byId.set(id, entryOf(id, item, page, monitor));
  }
  if (byId.size === 0 && items.length > 0)
    throw noList(page.text, page.url, `None of the ${items.length} items has an id at ${monitor.idPath}.`);
  if (byId.size === 1 && items.length - without >= 3)
    throw invalid(path, `leads to the same id in each of ${items.length - without} items`);
  return {
    entries: [...byId.values()],
    total: null,
    nextPage: null,
    dataAsOf: null,
    dataAsOfFrom: null,
    rowsWithoutId: without,
    duplicatesOnPage: items.length - without - byId.size,
    warnings: [],
  };
}

/** Whether a page is JSON: by its first character, since many services label it as text. */
export function isJson(page: Page): boolean {
  return /^[\s\uFEFF]*[[{]/.test(page.text.slice(0, 1000));
}

type Step = string | typeof EACH;
const EACH = Symbol('each item');

interface Steps {
  readonly toList: readonly Step[];
  readonly toId: readonly string[];
}

function stepsOf(idPath: string, path: string): Steps {
  const words = idPath
    .trim()
    .replace(/^\$\.?/, '')
    .replaceAll('[*]', '[]');
  if (!/^(?:[^.[\]]+|\[\])(?:\.[^.[\]]+|\[\])*$/.test(words))
    throw invalid(path, 'must be names with dots, and [] after each list, e.g. data.items[].id');
  const steps: Step[] = (words.match(/\[\]|[^.[\]]+/g) ?? []).map((word) => (word === '[]' ? EACH : word));
  const last = steps.lastIndexOf(EACH);
  if (last < 0) throw invalid(path, 'names no list: write [] after its name, e.g. items[].id');
  return { toList: steps.slice(0, last + 1), toId: steps.slice(last + 1).filter((step) => step !== EACH) };
}

function itemsAt(root: unknown, steps: readonly Step[]): { items: readonly unknown[]; lists: number } {
  let nodes: readonly unknown[] = [root];
  let lists = 0;
  steps.forEach((step, k) => {
    if (step === EACH) {
      const found = nodes.filter((node) => Array.isArray(node));
      if (k === steps.length - 1) lists = found.length;
      nodes = found.flat();
    } else nodes = nodes.flatMap((node) => (isRecord(node) && Object.hasOwn(node, step) ? [node[step]] : []));
  });
  return { items: nodes, lists };
}

function valueAt(item: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    item,
  );
}

function idOf(value: unknown): string | null {
  const id = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof id === 'string' && id.trim() !== '' && id.length <= LIMITS.idPattern.idChars
    ? id.trim()
    : null;
}

const LINKS = ['url', 'html_url', 'link', 'permalink', 'href'] as const;

function entryOf(id: string, item: unknown, page: Page, monitor: Monitor): Entry {
  const fields = isRecord(item) ? item : { value: item };
  const own = LINKS.map((name) => fields[name]).find((value) => typeof value === 'string');
  const template = monitor.detailUrl?.replaceAll('{id}', () => id);
  return {
    id,
    numericId: numericIdOf(id),
    detailUrl: absoluteUrl(template ?? (typeof own === 'string' ? own : null), page.url),
    publishedAt: null,
    publishedText: null,
    tradedAt: null,
    fields: { ...plainFields(fields), [monitor.idField]: id },
  };
}

function plainFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (isFieldValue(value) ? [[name, value] as const] : [])),
  );
}

/** What JSON.parse gives is nothing else; the check makes the type true. Depth was bounded before. */
function isFieldValue(value: unknown): value is FieldValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return true;
  if (Array.isArray(value)) return value.every(isFieldValue);
  return isRecord(value) && Object.values(value).every(isFieldValue);
}

/** Numbers that JavaScript cannot hold exactly stay the digits that the source wrote. `__proto__` is dropped. */
function readJson({ text, url }: Page): unknown {
  if (!isShallowJson(text))
    throw new ToolError(
      'UNEXPECTED_CONTENT',
      `The JSON nests deeper than ${LIMITS.treeDepth} levels, which no list does.`,
      { url },
    );
  try {
    return JSON.parse(
      text.replace(/^\uFEFF/, ''),
      (name: string, value: unknown, context?: { readonly source?: string }): unknown => {
        if (name === '__proto__') return undefined;
        if (typeof value !== 'number') return value;
        const source = context?.source ?? String(value);
        return String(value) === source || Number.isSafeInteger(value) || /[.eE]/.test(source)
          ? value
          : source;
      },
    );
  } catch (cause) {
    throw new ToolError(
      'PAGE_CHANGED',
      'The page begins like JSON and is none, or it was cut. Nothing was recorded.',
      { url, cause },
    );
  }
}
