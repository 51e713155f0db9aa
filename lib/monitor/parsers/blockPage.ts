import { ToolError } from '../../errors';
import { blockedBy } from '../../wall';

const LOOK = "look at the page in a browser, and at the monitor's settings if it looks as ever";

/** What to throw where a list should be and is not: BLOCKED for a block page, else PAGE_CHANGED with what was missed. */
export function noList(text: string, url: string, missed: string, advice = LOOK): ToolError {
  const who = blockedBy(text);
  if (who !== null) return blocked(url, who);
  return new ToolError('PAGE_CHANGED', `${missed} Nothing was recorded; ${advice}.`, { url });
}

export function blocked(url: string, who: string): ToolError {
  return new ToolError(
    'BLOCKED',
    `${hostOf(url)} answered with a block page (${who}) instead of what was asked for. Check less often, or later; nothing was recorded.`,
    { url },
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'The site';
}
