import type { IExecuteFunctions } from 'n8n-workflow';
import {
  invalid,
  isRecord,
  readBoolean,
  readInteger,
  readOneOf,
  readRecord,
  type UnknownRecord,
} from '../../lib/check';
import { fixedParameter } from '../shared/fixedParameter';
import type { RunContext } from '../shared/runContext';

/** One call of the node: the form as filled in for one item, and the run around it. */
export interface Call {
  readonly functions: IExecuteFunctions;
  readonly itemIndex: number;
  readonly context: RunContext;
}

/** A field that only the builder of the workflow sets; '' where it is hidden or was never filled in. */
export function fixed({ functions, itemIndex }: Call, name: string): unknown {
  return fixedParameter(functions, name, itemIndex, '');
}

/** A text that only the builder sets; null where it is empty. */
export function fixedText(call: Call, name: string): string | null {
  return textOrNull(fixed(call, name), name);
}

export function fixedChoice<Choice extends string>(
  call: Call,
  name: string,
  choices: readonly Choice[],
  unset: Choice,
): Choice {
  const value = fixed(call, name);
  return value === '' ? unset : readOneOf(value, name, choices);
}

export function fixedFlag(call: Call, name: string): boolean {
  const value = fixed(call, name);
  return value === '' ? false : readBoolean(value, name);
}

/** A text that an expression or an agent may give; null where it is empty. */
export function openText({ functions, itemIndex }: Call, name: string): string | null {
  const value: unknown = functions.getNodeParameter(name, itemIndex, '');
  return textOrNull(value, name);
}

/** A picker or a typed name. */
export function fixedLocator(call: Call, name: string): string | null {
  const value = fixed(call, name);
  return textOrNull(isRecord(value) ? value.value : value, name);
}

/** The collection of options, read field by field. */
export interface Options {
  flag(name: string): boolean;
  text(name: string): string | null;
  /** Null where the option was not added. */
  number(name: string, bounds: { min: number; max: number }): number | null;
  choice<Choice extends string>(name: string, choices: readonly Choice[], unset: Choice): Choice;
}

export function optionsOf(call: Call): Options {
  const value = fixed(call, 'options');
  const given: UnknownRecord = value === '' ? {} : readRecord(value, 'options');
  const missing = (name: string) => given[name] === undefined || given[name] === null || given[name] === '';
  return {
    flag: (name) => (missing(name) ? false : readBoolean(given[name], `options.${name}`)),
    text: (name) => textOrNull(given[name] ?? '', `options.${name}`),
    number: (name, bounds) => (missing(name) ? null : readInteger(given[name], `options.${name}`, bounds)),
    choice: (name, choices, unset) =>
      missing(name) ? unset : readOneOf(given[name], `options.${name}`, choices),
  };
}

function textOrNull(value: unknown, path: string): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw invalid(path, 'must be a text');
  const text = value.trim();
  return text === '' ? null : text;
}
