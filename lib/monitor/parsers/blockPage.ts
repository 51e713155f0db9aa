import { ToolError } from '../../errors';
import { recogniseWall } from '../../wall';

interface Sign {
  readonly who: string;
  readonly mark: RegExp;
}

/**
 * Words by which pages that answer instead of the wanted one are known, whatever their status.
 * Looked for in the first 64 KB, and only where no list was found: a list may well speak of them. What any page is
 * known by, lists or not, stands in the table of walls, which is asked as well.
 */
const SIGNS: readonly Sign[] = [
  {
    who: 'SEC (undeclared client: a user agent with a contact is required)',
    mark: /Undeclared Automated Tool/i,
  },
  { who: 'SEC (more than 10 requests a second)', mark: /Request Rate Threshold Exceeded/i },
  {
    who: 'SEC (unavailable, also the answer past the end of a list)',
    mark: /This page is temporarily unavailable/i,
  },
  {
    who: 'Cloudflare',
    mark: /<title>\s*(?:Just a moment|Attention Required!)|cf-chl-|\/cdn-cgi\/challenge-platform\//i,
  },
  { who: 'Akamai', mark: /<title>\s*Access Denied\s*<\/title>|errors\.edgesuite\.net/i },
  { who: 'Imperva', mark: /Incapsula incident ID|_Incapsula_Resource/i },
  { who: 'DataDome', mark: /captcha-delivery\.com|geo\.captcha-delivery/i },
  { who: 'PerimeterX', mark: /px-captcha|Press &amp; Hold to confirm/i },
  { who: 'AWS WAF', mark: /awswaf\.com\/|gokuProps/i },
  { who: 'a captcha', mark: /<title>[^<]{0,80}(?:captcha|are you a (?:human|robot)|verify you are human)/i },
];

/** Who blocked us, in words; null where the text carries no such sign. */
export function blockedBy(text: string): string | null {
  const head = text.slice(0, 65_536);
  return SIGNS.find(({ mark }) => mark.test(head))?.who ?? recogniseWall(text, {});
}

/** What to throw where a list should be and is not: BLOCKED for a block page, else PAGE_CHANGED with what was missed. */
export function noList(text: string, url: string, missed: string): ToolError {
  const who = blockedBy(text);
  if (who !== null) return blocked(url, who);
  return new ToolError(
    'PAGE_CHANGED',
    `${missed} Nothing was recorded; look at the page in a browser, and at the monitor's settings if it looks as ever.`,
    { url },
  );
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
