import { ToolError } from './errors';

/** Checks of `unknown` at the door. Each throws INVALID_CONFIG with the path of the value and what it should be. */

export type UnknownRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readRecord(value: unknown, path: string): UnknownRecord {
  if (!isRecord(value)) throw invalid(path, `must be an object, not ${kindOf(value)}`);
  return value;
}

export function readText(value: unknown, path: string): string {
  if (typeof value !== 'string') throw invalid(path, `must be a text, not ${kindOf(value)}`);
  if (value.trim() === '') throw invalid(path, 'must not be empty');
  return value.trim();
}

export function readBoolean(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw invalid(path, `must be true or false, not ${kindOf(value)}`);
  return value;
}

/** A whole number from `min` to `max`; digits in a text are accepted, since expressions give texts. */
export function readInteger(
  value: unknown,
  path: string,
  { min, max }: { min: number; max: number },
): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max)
    throw invalid(path, `must be a whole number from ${min} to ${max}, not ${kindOf(value)}`);
  return number;
}

export function readOneOf<Choice extends string>(
  value: unknown,
  path: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw invalid(path, `must be one of ${choices.join(', ')}, not ${kindOf(value)}`);
  return found;
}

export function invalid(path: string, problem: string): ToolError {
  return new ToolError('INVALID_CONFIG', `${path}: ${problem}`);
}

/** A value in words for an error message: short, and never a whole object. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string')
    return value === '' ? 'empty' : `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}
