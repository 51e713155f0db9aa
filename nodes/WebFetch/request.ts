import type { IExecuteFunctions } from 'n8n-workflow';
import {
  invalid,
  isRecord,
  readBoolean,
  readInteger,
  readOneOf,
  readText,
  type UnknownRecord,
} from '../../lib/check';
import { LIMITS } from '../../lib/limits';
import type { FetchRequest, RssRequest, WebAccess } from '../../lib/webFetch';
import { fixedParameter } from '../shared/fixedParameter';

export interface Form {
  readonly request: FetchRequest | RssRequest;
  readonly onePerEntry: boolean;
}

const FORMATS: readonly FetchRequest['format'][] = ['text', 'main', 'markdown'];
const NO_MATCH: readonly NonNullable<FetchRequest['whenNothingMatches']>[] = ['wholePage', 'empty', 'error'];

type Functions = Pick<IExecuteFunctions, 'getNodeParameter'>;

/** The form as filled in for one item. INVALID_CONFIG names the field that cannot be read. */
export function readForm(functions: Functions, itemIndex: number, isTool: boolean): Form {
  const fixed = (name: string, fallback: unknown): unknown =>
    fixedParameter(functions, name, itemIndex, fallback);
  const open = (name: string): unknown => functions.getNodeParameter(name, itemIndex, '');
  const given = fixed('options', {});
  const options = isRecord(given) ? given : {};
  const access = readAccess(open('url'), fixed('allowedDomains', []), options);
  const operation = readOneOf(fixed('operation', 'fetch'), 'Operation', ['fetch', 'rss']);
  if (operation === 'fetch')
    return {
      request: {
        operation,
        ...access,
        ...readPageOptions(open('format'), open('selector'), options),
        maxTextChars: readMaxText(options, isTool ? LIMITS.toolTextChars.page : null),
      },
      onePerEntry: false,
    };
  return {
    request: {
      operation,
      ...access,
      limit: readInteger(fixed('maxEntries', LIMITS.feedEntries.default), 'Max Entries', {
        min: 1,
        max: LIMITS.feedEntries.max,
      }),
      maxTextChars: readMaxText(options, isTool ? LIMITS.toolTextChars.entry : null),
    },
    // an agent needs an answer for an empty feed too
    onePerEntry: !isTool && readOneOf(fixed('output', 'result'), 'Output', ['result', 'entry']) === 'entry',
  };
}

function readAccess(url: unknown, domains: unknown, options: UnknownRecord): WebAccess {
  const { maxResponseKb, timeoutSeconds } = options;
  return {
    url: readText(url, 'URL'),
    allowedDomains: readDomains(domains),
    allowPrivateNetwork: flag(options, 'allowPrivateNetwork', 'Allow Private Network'),
    ...(isUnset(maxResponseKb)
      ? {}
      : {
          maxResponseKb: readInteger(maxResponseKb, 'Max Response (KB)', {
            min: 1,
            max: LIMITS.responseKb.max,
          }),
        }),
    ...(isUnset(timeoutSeconds)
      ? {}
      : {
          timeoutSeconds: readInteger(timeoutSeconds, 'Timeout (Seconds)', {
            min: 1,
            max: LIMITS.timeoutSeconds.max,
          }),
        }),
    ...textOption(options, 'userAgent', 'User Agent'),
    ...textOption(options, 'contactEmail', 'Contact E-Mail'),
  };
}

/** A list of the form; a text with commas or lines between is understood as well. */
function readDomains(value: unknown): readonly string[] {
  const list: readonly unknown[] =
    typeof value === 'string' ? value.split(/[\s,;]+/) : Array.isArray(value) ? value : [];
  return list.map((entry, index) => {
    if (typeof entry !== 'string') throw invalid(`Allowed Domains[${index}]`, 'must be a text');
    return entry;
  });
}

function readPageOptions(
  format: unknown,
  selector: unknown,
  options: UnknownRecord,
): Pick<
  FetchRequest,
  'format' | 'selector' | 'whenNothingMatches' | 'includeLinks' | 'includeHidden' | 'preferPageDate'
> {
  if (selector !== null && typeof selector !== 'string')
    throw invalid('Selector', 'must be a CSS selector as text');
  const { whenNothingMatches } = options;
  return {
    format: format === '' ? 'text' : readOneOf(format, 'Format', FORMATS),
    selector: selector ?? '',
    whenNothingMatches: isUnset(whenNothingMatches)
      ? 'wholePage'
      : readOneOf(whenNothingMatches, 'When Nothing Matches', NO_MATCH),
    includeLinks: flag(options, 'includeLinks', 'Include Links'),
    includeHidden: flag(options, 'includeHidden', 'Include Hidden Parts'),
    preferPageDate: flag(options, 'preferPageDate', 'Prefer Page Date'),
  };
}

function readMaxText({ maxTextChars }: UnknownRecord, unset: number | null): number | null {
  if (isUnset(maxTextChars)) return unset;
  const chars = readInteger(maxTextChars, 'Max Text (Characters)', { min: 0, max: Number.MAX_SAFE_INTEGER });
  return chars === 0 ? unset : chars;
}

function flag(options: UnknownRecord, name: string, label: string): boolean {
  return isUnset(options[name]) ? false : readBoolean(options[name], label);
}

function textOption<Name extends string>(
  options: UnknownRecord,
  name: Name,
  label: string,
): Partial<Record<Name, string>> {
  const value = options[name];
  if (isUnset(value)) return {};
  if (typeof value !== 'string') throw invalid(label, 'must be a text');
  const found: Partial<Record<Name, string>> = {};
  found[name] = value;
  return found;
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
