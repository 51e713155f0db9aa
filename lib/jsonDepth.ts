import { LIMITS } from './limits';

/** Whether a JSON text nests at most LIMITS.treeDepth levels deep. Counted outside of strings, before anything is parsed. */
export function isShallowJson(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === BRACE || code === BRACKET) {
      depth += 1;
      if (depth > LIMITS.treeDepth) return false;
    } else if (code === BRACE_END || code === BRACKET_END) depth -= 1;
  }
  return true;
}

const [QUOTE, BACKSLASH, BRACE, BRACE_END, BRACKET, BRACKET_END] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d];
