import {
  invalid,
  isRecord,
  kindOf,
  readBoolean,
  readInteger,
  readOneOf,
  readRecord,
  readText,
  type UnknownRecord,
} from '../check';
import { LIMITS } from '../limits';
import type { FirstCheck, Monitor } from './monitor';
import { compileIdPattern } from './parsers/idPattern';
import { PARSER_NAMES, type ParserName } from './parsers/names';

/** Every setting a definition may hold, and what it means where it is missing or empty. */
const KNOWN = [
  'id',
  'url',
  'parser',
  'checkIntervalMinutes',
  'idPattern',
  'idField',
  'alertOnNew',
  'storeHistory',
  'rowSelector',
  'detailUrl',
  'idPath',
  'strategy',
  'firstCheck',
  'firstCheckCount',
  'maxPages',
  'allowEmpty',
  'reportEdits',
  'transactions',
  'issuers',
] as const;

const ID_FIELD: Readonly<Record<ParserName, string>> = {
  capitol_trades: 'tradeId',
  sec_form4: 'accessionNumber',
  feed: 'id',
  generic: 'id',
};

/** One definition, checked, with every default filled in. INVALID_CONFIG names the path of what is wrong. */
export function readMonitor(value: unknown, id: string, path: string): Monitor {
  const given = readRecord(value, path);
  const at = (name: string) => `${path}.${name}`;
  const parser = optional<ParserName>(given['parser'], 'generic', (it) =>
    readOneOf(it, at('parser'), PARSER_NAMES),
  );
  const idPattern = optional(given['idPattern'], null, (it) => readText(it, at('idPattern')));
  const text = (name: string) => optional(given[name], null, (it) => readText(it, at(name)));
  const flag = (name: string, unset: boolean) =>
    optional(given[name], unset, (it) => readBoolean(it, at(name)));
  // Compiled here once, so that a bad pattern is told before any request is made.
  if (parser === 'generic' && idPattern !== null) compileIdPattern(idPattern, at('idPattern'));
  const warnings = [...unknownSettings(given, path), ...unusedPattern(parser, idPattern, path)];
  return {
    id,
    url: readUrl(given['url'], at('url')),
    parser,
    checkIntervalMinutes: optional(given['checkIntervalMinutes'], 0, (it) =>
      readInteger(it, at('checkIntervalMinutes'), { min: 0, max: LIMITS.monitors.intervalMinutes }),
    ),
    idPattern: parser === 'generic' ? idPattern : null,
    idField: optional(given['idField'], ID_FIELD[parser], (it) => readText(it, at('idField'))),
    alertOnNew: flag('alertOnNew', true),
    storeHistory: flag('storeHistory', true),
    rowSelector: text('rowSelector'),
    detailUrl: text('detailUrl'),
    idPath: text('idPath'),
    strategy: optional(given['strategy'], 'seenSet' as const, (it) =>
      readOneOf(it, at('strategy'), ['seenSet', 'maxId']),
    ),
    firstCheck: readFirstCheck(given, path),
    maxPages: optional(
      given['maxPages'],
      parser === 'sec_form4' ? LIMITS.maxPages.sec : LIMITS.maxPages.default,
      (it) => readInteger(it, at('maxPages'), { min: 1, max: LIMITS.maxPages.max }),
    ),
    allowEmpty: flag('allowEmpty', false),
    reportEdits: readNames(given['reportEdits'], at('reportEdits')),
    transactions: flag('transactions', false),
    issuers: readNames(given['issuers'], at('issuers')).map((it) => it.toUpperCase()),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** A form leaves '' where nothing was filled in. */
function optional<Value>(value: unknown, unset: Value, read: (value: unknown) => Value): Value {
  return value === undefined || value === null || value === '' ? unset : read(value);
}

function readUrl(value: unknown, path: string): string {
  const text = readText(value, path);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    throw invalid(path, 'not an http(s) URL. Give a complete address such as https://example.com/list');
  if (url.username !== '' || url.password !== '')
    throw invalid(path, 'must not hold a user name or password');
  url.hash = '';
  return url.href;
}

function readFirstCheck(given: UnknownRecord, path: string): FirstCheck {
  const value = given['firstCheck'];
  const count = isRecord(value) ? value['count'] : given['firstCheckCount'];
  const kind = isRecord(value) ? value['kind'] : value;
  const chosen = optional(kind, 'all' as const, (it) =>
    readOneOf(it, `${path}.firstCheck`, ['all', 'newest', 'baseline']),
  );
  if (chosen !== 'newest') return { kind: chosen };
  return {
    kind: 'newest',
    count: optional(count, LIMITS.monitors.previewCount, (it) =>
      readInteger(it, `${path}.firstCheckCount`, { min: 1, max: 10_000 }),
    ),
  };
}

/** A list of texts, or one text with commas. */
function readNames(value: unknown, path: string): readonly string[] {
  if (value === undefined || value === null || value === '') return [];
  const list: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list)) throw invalid(path, `must be a list of texts, not ${kindOf(value)}`);
  const names = list.map((it: unknown, index) =>
    typeof it === 'number' ? String(it) : it === '' ? '' : readText(it, `${path}[${index}]`),
  );
  return [...new Set(names.map((it) => it.trim()).filter((it) => it !== ''))];
}

function unknownSettings(given: UnknownRecord, path: string): string[] {
  const known: readonly string[] = KNOWN;
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `${path}.${name} is not a known setting and was ignored.`);
}

/** The user's own sec_filings block comes with `CIK=(\d+)`, which matches people and companies, not filings. */
function unusedPattern(parser: ParserName, idPattern: string | null, path: string): string[] {
  if (parser !== 'sec_form4' || idPattern === null) return [];
  return [
    `${path}.idPattern was ignored: ${kindOf(idPattern)} is not an id of filings; their accession numbers are used.`,
  ];
}
