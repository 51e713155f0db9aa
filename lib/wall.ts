import { dropElements, markupToText } from './excerpt';

type Headers = Readonly<Record<string, string>>;
type Sign = readonly [sign: RegExp, what: string];

/** What only a wall holds in its markup or says; a page with more words than MANY_WORDS may quote it. */
const SURE_SIGNS: readonly Sign[] = [
  [/_cf_chl_opt|cf-browser-verification/i, 'a Cloudflare challenge'],
  [/\/cdn-cgi\/challenge-platform\/[\w/.-]{0,80}orchestrate/i, 'a Cloudflare challenge'],
  [/Incapsula incident ID/i, 'an Imperva block page'],
  [/captcha-delivery\.com/i, 'a DataDome challenge'],
  [/\bpx-captcha\b|captcha\.px-cdn\.net/i, 'a PerimeterX challenge'],
  [/Undeclared Automated Tool/i, 'the block page of SEC for undeclared tools'],
  [/Request Rate Threshold Exceeded/i, 'the block page of SEC for too many requests'],
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
  const sure = SURE_SIGNS.find(([sign]) => sign.test(html));
  if (sure !== undefined) return sure[1];
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
