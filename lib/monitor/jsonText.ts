import { messageOf } from '../errors';
import { invalid } from '../check';

/**
 * Pasted JSON to a value, with or without the mark (BOM) that editors put before it. INVALID_CONFIG says at which line and column it breaks, and names a key that
 * an object holds twice: JSON.parse would keep the last one and lose the other without a word.
 */
export function parseJsonText(pasted: string, path: string): unknown {
  const text = pasted.replace(/^\ufeff/, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = messageOf(error);
    const at = /at position (\d+)/.exec(message)?.[1];
    const position = at === undefined ? firstBreak(text) : Number(at);
    throw invalid(
      path,
      usualMistake(text, position) ??
        `not valid JSON at ${lineAndColumn(text, position)}: ${problemOf(message)}`,
    );
  }
  const twice = firstRepeatedKey(text);
  if (twice !== null)
    throw invalid(
      path,
      `"${twice.key}" stands twice in one object, again at ${lineAndColumn(text, twice.position)}`,
    );
  return value;
}

/** What people write who know JSON from programs that forgive it; null for any other break. */
function usualMistake(text: string, position: number): string | null {
  const comment = /^(?:\/\/|\/\*|#)/.exec(text.slice(position, position + 2))?.[0];
  if (comment !== undefined)
    return `not valid JSON at ${lineAndColumn(text, position)}: a comment (${comment}) stands there, and JSON has none. Remove it`;
  const before = text.slice(0, position).trimEnd();
  if (!/[\]}]/.test(text.charAt(position)) || !before.endsWith(',')) return null;
  return (
    `not valid JSON at ${lineAndColumn(text, before.length - 1)}: ` +
    `a comma stands before the closing ${text.charAt(position)}. Remove it`
  );
}

function problemOf(message: string): string {
  return message.replace(/ in JSON at position.*$/s, '').replace(/, (?:"|\.\.\.).*$/s, '');
}

const TOKEN =
  /\s+|[{}[\]:,]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** Where the text stops being JSON, for the errors of JSON.parse that do not say it: a strange word, or a comma too many. */
function firstBreak(text: string): number {
  const token = new RegExp(TOKEN);
  let before = '';
  for (let position = 0; position < text.length; position = token.lastIndex) {
    token.lastIndex = position;
    const found = token.exec(text)?.[0];
    if (found === undefined || (/^[\]}]$/.test(found) && /^[,:]$/.test(before))) return position;
    if (found.trim() !== '') before = found;
  }
  return text.trimEnd().length;
}

function lineAndColumn(text: string, position: number): string {
  const before = text.slice(0, position).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

/** Walks valid JSON; a text before a colon is a key of the innermost open object. */
function firstRepeatedKey(text: string): { key: string; position: number } | null {
  const open: Set<string>[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    if (found === '{' || found === '[') open.push(new Set());
    else if (found === '}' || found === ']') open.pop();
    else if (/^\s*:/.test(text.slice(token.lastIndex, token.lastIndex + 100))) {
      const key = String(JSON.parse(found));
      const keys = open.at(-1);
      if (keys?.has(key)) return { key, position: match.index };
      keys?.add(key);
    }
  }
  return null;
}
