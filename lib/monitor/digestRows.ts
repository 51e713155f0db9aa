import { isRecord } from '../check';
import { shorten } from '../excerpt';
import { LIMITS } from '../limits';
import { webLink, type DigestRow } from './digestParts';
import type { Times } from './digestTimes';
import type { Words } from './digestWords';
import type { Entry, FieldValue } from './entry';

export interface DigestEntry extends Entry {
  readonly redelivered?: boolean;
  readonly changes?: Readonly<Record<string, { readonly before: FieldValue; readonly after: FieldValue }>>;
}

type RowReader = (entry: DigestEntry, words: Words, times: Times) => DigestRow;

/** One entry as a row of the table that its parser has. */
export function rowOf(entry: DigestEntry, parser: string, words: Words, times: Times): DigestRow {
  const read = (Object.hasOwn(READERS, parser) ? READERS[parser] : undefined) ?? listRow;
  const [first, ...others] = read(entry, words, times);
  return first === undefined
    ? []
    : [{ ...first, small: [...first.small, ...notesOf(entry, words)] }, ...others];
}

const READERS: Readonly<Record<string, RowReader>> = {
  capitol_trades: tradeRow,
  sec_form4: filingRow,
  feed: feedRow,
};

function tradeRow(entry: DigestEntry, words: Words, times: Times): DigestRow {
  const say = (name: string): string => termOf(textOf(entry.fields[name]), words) ?? words.unknown;
  const ticker = textOf(entry.fields['ticker']);
  const price = numberOf(entry.fields['price']);
  const days = numberOf(entry.fields['filedAfterDays']);
  return [
    {
      main: say('politician'),
      small: [[say('party'), say('chamber'), say('state')].join(' · ')],
      link: null,
    },
    {
      main: `${say('tradeType')} ${say('issuer')}${ticker === null ? '' : ` (${ticker})`}`,
      small: [
        `${say('size')} ${words.at(price === null ? words.unknown : words.money.format(price))}`,
        `${words.owner}: ${say('owner')}`,
      ],
      link: webLink(entry.detailUrl),
    },
    {
      main: times.showOr(entry.publishedAt, entry.publishedText),
      small: [
        `${words.traded} ${times.show(entry.tradedAt)}`,
        ...(days === null ? [] : [words.filedAfter(days)]),
      ],
      link: null,
    },
  ];
}

function filingRow(entry: DigestEntry, words: Words, times: Times): DigestRow {
  const { fields } = entry;
  const issuer = isRecord(fields['issuer']) ? fields['issuer'] : {};
  const ticker = textOf(fields['ticker']);
  const people =
    listOf(fields['insiders']).length > 0 ? listOf(fields['insiders']) : listOf(fields['reportingOwners']);
  const owners = people.map((person) =>
    [textOf(person['name']) ?? words.unknown, textOf(person['role'])]
      .filter((part) => part !== null)
      .join(', '),
  );
  return [
    {
      main: `${textOf(issuer['name']) ?? words.unknown}${ticker === null ? '' : ` (${ticker})`}`,
      small: [`CIK ${textOf(issuer['cik']) ?? words.unknown}`],
      link: null,
    },
    {
      main: words.form(textOf(fields['formType']) ?? words.unknown),
      small: [
        ...(owners.length > 0 ? owners : [words.unknown]),
        ...dealsOf(fields, words),
        ...(fields['partial'] === true ? [words.partial] : []),
      ],
      link: webLink(entry.detailUrl),
    },
    { main: times.showOr(entry.publishedAt, entry.publishedText), small: [], link: null },
  ];
}

function dealsOf(fields: DigestEntry['fields'], words: Words): readonly string[] {
  const deal = (name: string, say: (shares: string, value: string) => string): readonly string[] => {
    const sum = fields[name];
    if (!isRecord(sum) || numberOf(sum['transactions']) === 0) return [];
    const shares = numberOf(sum['shares']);
    const value = numberOf(sum['value']);
    return [
      say(
        shares === null ? words.unknown : words.amount.format(shares),
        value === null ? words.unknown : words.money.format(value),
      ),
    ];
  };
  return [
    ...deal('purchases', (...sum) => words.bought(...sum)),
    ...deal('sales', (...sum) => words.sold(...sum)),
  ];
}

function feedRow(entry: DigestEntry, words: Words, times: Times): DigestRow {
  const author = textOf(entry.fields['author']);
  return [
    {
      main: textOf(entry.fields['title']) ?? words.unnamed,
      small: author === null ? [] : [author],
      link: webLink(entry.detailUrl),
    },
    { main: times.showOr(entry.publishedAt, entry.publishedText), small: [], link: null },
  ];
}

/** Fields of a list that the row shows elsewhere. */
const SHOWN = new Set(['title', 'text', 'id']);
const MOST_DETAILS = 6;

function listRow(entry: DigestEntry): DigestRow {
  const title = textOf(entry.fields['title']) ?? entry.id;
  const details = Object.entries(entry.fields).flatMap(([name, value]) => {
    const text =
      SHOWN.has(name) || value === entry.id ? null : (textOf(value) ?? numberOf(value)?.toString() ?? null);
    return text === null || text === title ? [] : [/^column\d+$/.test(name) ? text : `${name}: ${text}`];
  });
  return [
    { main: title, small: title === entry.id ? [] : [entry.id], link: webLink(entry.detailUrl) },
    { main: '', small: details.slice(0, MOST_DETAILS), link: null },
  ];
}

function notesOf({ changes, redelivered }: DigestEntry, words: Words): readonly string[] {
  const plain = (value: FieldValue): string =>
    value === null
      ? words.unknown
      : shorten(typeof value === 'object' ? JSON.stringify(value) : String(value), LIMITS.digestChangeChars);
  const changed = Object.entries(changes ?? {}).map(
    ([name, { before, after }]) => `${words.changed}: ${name} ${plain(before)} → ${plain(after)}`,
  );
  return [...changed, ...(redelivered === true ? [words.again] : [])];
}

function termOf(text: string | null, words: Words): string | null {
  return text === null ? null : Object.hasOwn(words.terms, text) ? (words.terms[text] ?? text) : text;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
