import { isRecord, type UnknownRecord } from '../check';
import { isShallowJson } from '../jsonDepth';
import { LIMITS } from '../limits';

/** A number of the source, kept as the characters that it wrote. */
export class NumberToken {
  constructor(readonly text: string) {}
}

/** A decimal in both forms: for reckoning, and exact. */
export interface Amount {
  readonly number: number;
  readonly text: string;
}

/**
 * JSON whose numbers become `NumberToken`s, so that no digit is lost; `clean` is run over every string.
 * Undefined for what is no JSON, nests deeper than the limit (a reviver works recursively), or holds more values than
 * any answer does (it works one by one: a million numbers block the event loop for a second).
 */
export function parseExactJson(text: string, clean: (value: string) => string): unknown {
  if (!isShallowJson(text) || !hasFewValues(text)) return undefined;
  const keepSource = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
    if (typeof value === 'number') return new NumberToken(context?.source ?? String(value));
    return typeof value === 'string' ? clean(value) : value;
  };
  try {
    return JSON.parse(text, keepSource) as unknown;
  } catch {
    return undefined;
  }
}

/** Each value follows a comma or begins a list or an object; the few marks within texts are counted too. */
function hasFewValues(text: string): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === BRACE || code === BRACKET) values += 1;
  }
  return values <= LIMITS.market.jsonValues;
}

const [COMMA, BRACE, BRACKET] = [0x2c, 0x7b, 0x5b];

/** A number, or a text that is nothing but a decimal; null for everything else, infinities included. */
export function amountOf(value: unknown): Amount | null {
  const text = value instanceof NumberToken ? value.text : typeof value === 'string' ? value.trim() : null;
  if (text === null || !/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return null;
  const number = Number(text);
  return Number.isFinite(number) ? { number, text } : null;
}

export function numberOf(value: unknown): number | null {
  return amountOf(value)?.number ?? null;
}

/** A price: as `amountOf`, but zero is no price; sources write it where they have none. */
export function priceOf(value: unknown): Amount | null {
  const amount = amountOf(value);
  return amount === null || amount.number === 0 ? null : amount;
}

export function priceNumberOf(value: unknown): number | null {
  return priceOf(value)?.number ?? null;
}

/** A text with something in it; the marks that sources write for "none" are null. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' || text === '-' || text === '--' || /^(null|none|n\/a)$/i.test(text) ? null : text;
}

/** Unix seconds; null unless a positive number. */
export function secondsOf(value: unknown): number | null {
  const number = value instanceof NumberToken ? Number(value.text) : null;
  return number !== null && Number.isFinite(number) && number > 0 ? number : null;
}

export function recordOf(value: unknown): UnknownRecord | null {
  return isRecord(value) && !(value instanceof NumberToken) ? value : null;
}

export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

/** The value at a path of keys; undefined where a step is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const record = recordOf(inner);
    return record !== null && Object.hasOwn(record, key) ? record[key] : undefined;
  }, value);
}
