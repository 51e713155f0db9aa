import { invalid } from '../../check';
import { LIMITS } from '../../limits';
import { blockedBy } from '../../wall';
import { numericIdOf, type Entry } from '../entry';
import type { Monitor } from '../monitor';
import { noList } from './blockPage';
import { CUT, CUT_ADVICE, endsInList } from './cutPage';
import { namesId, placeIds, rowsAt, withNeighbours, type Place } from './genericPlaces';
import { compileIdPattern } from './idPattern';
import { cellFields, headingsOf, type Headings } from './listFields';
import { linkAt, linksWithin } from './listLinks';
import type { ListLink, ListPage, ListRow, Region } from './listPage';
import { readListPage } from './listRows';
import { selectRegions } from './listSelector';
import { absoluteUrl } from './listUrl';
import type { Page, ParsedPage } from './parser';

/**
 * The entries of any list page: idPattern runs inside rows (the elements of rowSelector, else table rows), and without
 * a selector over the rest of the page too, so that a list of other elements is found as well.
 */
export function parseHtmlList(page: Page, monitor: Monitor): ParsedPage {
  const path = `monitors.${monitor.id}`;
  if (monitor.idPattern === null)
    throw invalid(
      `${path}.idPattern`,
      'is missing: ids on a page are found by a pattern with one capture group, e.g. item\\?id=(\\d+)',
    );
  const pattern = compileIdPattern(monitor.idPattern, `${path}.idPattern`);
  const regions =
    monitor.rowSelector === null
      ? null
      : selectRegions(
          page.text,
          monitor.rowSelector,
          `${path}.rowSelector`,
          (stretch) => pattern.find(stretch)[0]?.id ?? null,
        );
  const list = readListPage(page.text, regions ?? []);
  const rows = regions === null ? list.rows : rowsAt(regions, list);
  const places = placeIds(page.text, pattern, rows, regions === null);
  const id = lastId(places);
  const link = id === null ? null : linkAt(list.links, id.start);
  if (endsInList(page.text, id, [rows.at(-1) ?? null, link]))
    throw noList(page.text, page.url, CUT, CUT_ADVICE);
  if (places.length === 0) refuseNothing(page, monitor, rows);
  refuseUselessIds(places, rows, page.text, `${path}.idPattern`);
  return assemble({ page, monitor, list, places, rows, chosen: regions !== null });
}

/** Where the last id of the page stands. */
function lastId(places: readonly Place[]): Region | null {
  return places.reduce<Region | null>((last, { id, positions }) => {
    const start = positions.at(-1) ?? 0;
    return last === null || start > last.start ? { start, end: start + id.length } : last;
  }, null);
}

function refuseNothing(page: Page, monitor: Monitor, rows: readonly ListRow[]): void {
  if (monitor.allowEmpty && blockedBy(page.text) === null) return;
  const where =
    monitor.rowSelector === null
      ? 'on the page'
      : `in the ${rows.length} elements that rowSelector "${monitor.rowSelector}" matches`;
  throw noList(page.text, page.url, `idPattern "${monitor.idPattern ?? ''}" finds no id ${where}.`);
}

/** This many rows that all say one id mean that the pattern finds something else than their ids. */
const SAME_ID_ROWS = 3;

function refuseUselessIds(
  places: readonly Place[],
  rows: readonly ListRow[],
  text: string,
  path: string,
): void {
  const [first] = places;
  const length = places.reduce((sum, { id, positions }) => sum + id.length * positions.length, 0);
  const searched =
    rows.length > 0 && places.every((place) => place.rows.length > 0)
      ? rows.reduce((sum, row) => sum + row.end - row.start, 0)
      : text.length;
  if (length * 2 > searched)
    throw invalid(path, 'matches most of the page, so what it finds are no ids: make it more exact');
  const long = places.find(({ id }) => id.length > LIMITS.idPattern.idChars);
  if (long !== undefined)
    throw invalid(
      path,
      `captures ${long.id.length} characters ("${long.id.slice(0, 60)}..."), which is no id: make it more exact`,
    );
  if (places.length === 1 && first !== undefined && first.rows.length >= SAME_ID_ROWS)
    throw invalid(
      path,
      `finds the same id, "${first.id}", in each of ${first.rows.length} rows: it must find what differs from row to row`,
    );
}

interface Found {
  readonly page: Page;
  readonly monitor: Monitor;
  readonly list: ListPage;
  readonly places: readonly Place[];
  readonly rows: readonly ListRow[];
  /** The rows were chosen by a selector. */
  readonly chosen: boolean;
}

function assemble(found: Found): ParsedPage {
  const { page, list, places, rows, chosen } = found;
  const taken = new Set(places.flatMap((place) => place.rows));
  const headings = headingsOf(list.rows, (row) => taken.has(row));
  const indexOf = new Map(rows.map((row, k) => [row, k]));
  const base = absoluteUrl(list.base, page.url) ?? page.url;
  const used = new Set(taken);
  const entries = places.map((place) => {
    const own = withNeighbours(place, rows, indexOf, used, page.text);
    for (const row of own) used.add(row);
    return entryOf(place, own, found, headings, base);
  });
  const tables = new Set([...taken].map(({ table }) => table));
  const idle = rows.filter(
    (row) => !used.has(row) && row.text !== '' && !headings.has(row) && (chosen || tables.has(row.table)),
  );
  return {
    entries,
    total: null,
    nextPage: absoluteUrl(list.next, base),
    dataAsOf: null,
    dataAsOfFrom: null,
    rowsWithoutId: idle.length,
    duplicatesOnPage: places.reduce((sum, { rows: said }) => sum + Math.max(0, said.length - 1), 0),
    warnings: [],
  };
}

function entryOf(
  { id, positions }: Place,
  rows: readonly ListRow[],
  { page, monitor, list }: Found,
  headings: Headings,
  base: string,
): Entry {
  const inRows = rows.flatMap((row) => linksWithin(list.links, row));
  const around = positions.flatMap((at) => linkAt(list.links, at) ?? []);
  const naming = around[0] ?? inRows.find(({ href }) => namesId(href, id));
  const main = rows.find(
    ({ cells, start, end }) => cells.length > 0 && positions.some((at) => at >= start && at < end),
  );
  const firstWords = (links: readonly ListLink[]): string | null =>
    links.find(({ text }) => text !== '')?.text ?? null;
  return {
    id,
    numericId: numericIdOf(id),
    detailUrl:
      monitor.detailUrl === null
        ? absoluteUrl(naming?.href, base)
        : absoluteUrl(
            monitor.detailUrl.replaceAll('{id}', () => id),
            page.url,
          ),
    publishedAt: null,
    publishedText: null,
    tradedAt: null,
    fields: {
      title: (rows.length > 1 ? firstWords(inRows) : null) ?? firstWords(around) ?? firstWords(inRows),
      text:
        rows.length === 0
          ? null
          : rows
              .map(({ text }) => text)
              .join(' ')
              .slice(0, LIMITS.listTextChars),
      ...(main === undefined ? {} : cellFields(main, headings)),
      [monitor.idField]: id,
    },
  };
}
