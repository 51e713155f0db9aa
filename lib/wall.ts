import { dropElements, markupToText } from './excerpt';

type Headers = Readonly<Record<string, string>>;
/** Words of a wall, and what they say it is. */
type Sign = readonly [sign: RegExp, what: string];

interface Mark {
  readonly what: string;
  /** What only a wall holds in its markup or says; a page with more words than MANY_WORDS may quote it. */
  readonly sure?: RegExp;
  /** What sound pages behind a passive check hold as well: it counts where a page lacks what it should hold. */
  readonly hint?: RegExp;
}

/** Every maker of walls that is known by name. */
const MARKS: readonly Mark[] = [
  {
    what: 'the block page of SEC for undeclared tools: a user agent with a contact is required',
    sure: /Undeclared Automated Tool/i,
  },
  {
    what: 'the block page of SEC for more than 10 requests a second',
    sure: /Request Rate Threshold Exceeded/i,
  },
  {
    what: 'the page of SEC for what is unavailable, also the answer past the end of a list',
    hint: /This page is temporarily unavailable/i,
  },
  {
    what: 'a Cloudflare challenge',
    sure: /_cf_chl_opt|cf-browser-verification|\/cdn-cgi\/challenge-platform\/[\w/.-]{0,80}orchestrate/i,
    hint: /<title>\s*(?:Just a moment|Attention Required!)|cf-chl-|\/cdn-cgi\/challenge-platform\//i,
  },
  { what: 'an Akamai block page', hint: /<title>\s*Access Denied\s*<\/title>|errors\.edgesuite\.net/i },
  { what: 'an Imperva block page', sure: /Incapsula incident ID/i, hint: /_Incapsula_Resource/i },
  { what: 'a DataDome challenge', sure: /captcha-delivery\.com/i },
  {
    what: 'a PerimeterX challenge',
    sure: /\bpx-captcha\b|captcha\.px-cdn\.net/i,
    hint: /px-captcha|Press &amp; Hold to confirm/i,
  },
  { what: 'an AWS WAF challenge', hint: /awswaf\.com\/|gokuProps/i },
  { what: 'a captcha', hint: /<title>[^<]{0,80}(?:captcha|are you a (?:human|robot)|verify you are human)/i },
];

/** Words of a wall; they count on a page that says little else. */
const WALL_WORDS: readonly Sign[] = [
  [/\bjust a moment\b|\bchecking (?:if the site connection is secure|your browser)/i, 'a browser check'],
  [
    /\b(?:verify|confirm|prove|sure|know)(?: that)? you(?:'|’| a)re (?:a )?(?:human|not a (?:ro)?bot)/i,
    'a bot check',
  ],
  [/\bare you (?:a )?(?:robot|human)\b|\bunusual (?:traffic|activity) from\b/i, 'a bot check'],
  [/\bautomated (?:access|requests?|queries)\b/i, 'a bot check'],
  [/\b(?:complete|solve|enter) (?:the|a|this) (?:security check|captcha)\b/i, 'a captcha'],
  [/\baccess (?:to this page has been )?denied\b|\bpardon our interruption\b/i, 'a block page'],
  [
    /\byou(?:'|’)?(?:ve| have)? (?:been|are) blocked\b|\brequest (?:was |has been )?blocked\b/i,
    'a block page',
  ],
];

const JAVASCRIPT_WORDS: readonly RegExp[] = [
  /\b(?:enable|turn on|activate|allow) (?:java ?script|JS)\b/i,
  /\brequires? (?:that )?(?:you (?:to )?)?(?:enable )?java ?script\b/i,
  /\bjava ?script (?:is|seems to be|must be|has to be) (?:required|disabled|not enabled|turned off|needed|enabled)\b/i,
  /\b(?:doesn['’]t|does not|won['’]t|cannot) (?:work|run)[^.]{0,40} without java ?script\b/i,
];

const MANY_WORDS = 400;
/** A page with more words is a page, whatever it says of robots. */
const FEW_WORDS = 150;
/** What an application shows before its scripts have run. */
const SHELL_WORDS = 40;
/** A wall stands in the first part of a page. */
const WINDOW = 128 * 1024;
/** A hint proves less, so it must stand nearer to the top. */
const HINT_WINDOW = 64 * 1024;

/**
 * Whether a page that came with a good status is in truth a bot wall, or a shell that shows nothing without JavaScript.
 * Answers what it is ("a Cloudflare challenge"), else null. `text` is the decoded page; header names in lower case.
 * Only HTML has walls: feeds, JSON and plain text are what they are.
 */
export function recogniseWall(text: string, headers: Headers): string | null {
  if (headers['cf-mitigated']?.toLowerCase() === 'challenge') return 'a Cloudflare challenge';
  const html = text.slice(0, WINDOW);
  if (!isHtml(html)) return null;
  const words = markupToText(html);
  const count = countWords(words);
  if (count > MANY_WORDS) return null;
  const known = MARKS.find(({ sure }) => sure?.test(html) === true);
  if (known !== undefined) return known.what;
  if (count > FEW_WORDS) return null;
  const wall = WALL_WORDS.find(([sign]) => sign.test(words));
  if (wall !== undefined) return wall[1];
  const shown = countWords(markupToText(dropElements(html, ['noscript'])));
  if (shown > SHELL_WORDS) return null;
  if (/\b(?:g-recaptcha|h-captcha|cf-turnstile)\b/i.test(html)) return 'a captcha';
  return JAVASCRIPT_WORDS.some((sign) => sign.test(words))
    ? 'a page that shows nothing without JavaScript'
    : null;
}

/**
 * What answers in place of a page that lacks what it should hold, whatever its status and its form; null where the text
 * carries no sign of a wall. Asked only then: a sound page may well speak of walls.
 */
export function blockedBy(text: string): string | null {
  const head = text.slice(0, HINT_WINDOW);
  const known = MARKS.find(({ sure, hint }) => sure?.test(head) === true || hint?.test(head) === true);
  return known?.what ?? recogniseWall(text, {});
}

function isHtml(text: string): boolean {
  const start = text.slice(0, 1024);
  return (
    !/^\s*(?:<\?xml(?![^]*<html)|<(?:rss|feed|rdf:RDF)\b|[{[])/i.test(start) &&
    /<(?:!doctype html|html|head|body|title|script|div|p|h1)\b/i.test(text)
  );
}

function countWords(text: string): number {
  return text === '' ? 0 : text.split(' ').length;
}
