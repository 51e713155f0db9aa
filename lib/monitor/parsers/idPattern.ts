import { RE2JS, RE2JSException } from 're2js';
import { invalid, kindOf } from '../../check';
import { LIMITS } from '../../limits';

/** A pattern that was checked: RE2 (linear time), one capture group, and it does not match the empty text. */
export interface IdPattern {
  /** Ids with the position of each match, in order, doubles included; empty captures are left out. */
  find(text: string): readonly FoundId[];
  /** Steps that reading one character can take: the length of the compiled program. */
  readonly cost: number;
}

export interface FoundId {
  readonly id: string;
  readonly at: number;
}

/**
 * Compiles a monitor's idPattern. Throws INVALID_CONFIG with what is wrong and what to write instead; `path` names the
 * setting, e.g. `monitors.news.idPattern`.
 */
export function compileIdPattern(pattern: string, path: string): IdPattern {
  const most = LIMITS.idPattern;
  if (pattern.length > most.chars)
    throw invalid(path, `is ${pattern.length} characters long; at most ${most.chars} are allowed`);
  const compiled = compile(pattern, path);
  const groups = compiled.groupCount();
  if (groups !== 1)
    throw invalid(
      path,
      groups === 0
        ? `has no capture group: put the part that is the id in parentheses, e.g. item\\?id=(\\d+)`
        : `has ${groups} capture groups, and one must hold the id: write the others as (?:...)`,
    );
  if (compiled.matcher('').find())
    throw invalid(path, 'matches the empty text, so it would match everywhere: use + instead of *');
  return { find: (text) => matches(compiled, text, path), cost: compiled.programSize() };
}

function compile(pattern: string, path: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw invalid(path, `${kindOf(pattern)} ${problemOf(pattern, error.message)}`);
  }
}

/** RE2 has no look-around and no back-references: they are what makes other engines run for ever. */
function problemOf(pattern: string, message: string): string {
  if (/\(\?<?[=!]/.test(pattern))
    return 'uses look-ahead or look-behind, which RE2 does not know: match what stands around the id, and put only the id in parentheses';
  if (/\\[1-9]|\\k</.test(pattern)) return 'uses a back-reference, which RE2 does not know';
  if (/\(\?>|[*+?}]\+/.test(pattern))
    return 'uses an atomic group or a possessive quantifier, which RE2 does not know and does not need';
  return `is not a valid RE2 expression (${message.replace(/^error parsing regexp:\s*/, '')})`;
}

function matches(compiled: RE2JS, text: string, path: string): readonly FoundId[] {
  const matcher = compiled.matcher(text);
  const found: FoundId[] = [];
  let count = 0;
  while (matcher.find()) {
    count += 1;
    if (count > LIMITS.idPattern.matches)
      throw invalid(
        path,
        `matches more than ${LIMITS.idPattern.matches} times on one page: make it more exact`,
      );
    const id = matcher.group(1)?.trim() ?? '';
    if (id !== '') found.push({ id, at: matcher.start(1) });
  }
  return found;
}
