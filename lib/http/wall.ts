import { markupToText } from './excerpt';

type Headers = Readonly<Record<string, string>>;

/** Signs that only a wall shows, whatever the length of the page: [sign, what it is]. */
const SURE_SIGNS: readonly (readonly [RegExp, string])[] = [
  [
    /_cf_chl_opt|cf-browser-verification|\/cdn-cgi\/challenge-platform\/[^"']*orchestrate/i,
    'a Cloudflare challenge',
  ],
  [/_Incapsula_Resource|Incapsula incident ID/i, 'an Imperva block page'],
  [/geo\.captcha-delivery\.com|captcha-delivery\.com\/(?:captcha|interstitial)/i, 'a DataDome challenge'],
  [/window\._pxAppId|px-captcha|captcha\.px-cdn\.net/i, 'a PerimeterX challenge'],
  [
    /Your Request Originates from an Undeclared Automated Tool/i,
    'the block page of SEC for undeclared tools',
  ],
  [/Request Rate Threshold Exceeded/i, 'the block page of SEC for too many requests'],
];

/** Words of a wall; they count on a page that says little else. */
const WALL_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bjust a moment\b.*|checking (?:if the site connection is secure|your browser)/i, 'a browser check'],
  [/(?:verify|confirm|prove)(?: that)? you(?:'|’| a)re (?:a )?(?:human|not a (?:ro)?bot)/i, 'a bot check'],
  [
    /are you (?:a )?(?:robot|human)\??|unusual (?:traffic|activity) from|automated (?:access|requests?|queries)/i,
    'a bot check',
  ],
  [/complete (?:the|a) (?:security check|captcha)|(?:solve|enter) the captcha/i, 'a captcha'],
  [
    /\baccess (?:to this page has been )?denied\b|you (?:have been|are) blocked|request (?:was )?blocked|pardon our interruption/i,
    'a block page',
  ],
];
const JAVASCRIPT_WORDS =
  /(?:(?:need|have|want|has|please|must)[^.<]{0,30}?\b(?:enable|turn on|activate|allow)\b[^.<]{0,20}?|requires?[^.<]{0,20}?|(?:does(?:n['’]t| not)|won['’]t) (?:work|run)[^.<]{0,40}?without )java ?script|java ?script (?:is|seems to be|must be) (?:required|disabled|not enabled|turned off|needed|enabled)|enable java ?script (?:to|and)/i;

/** A page with more words than this is a page, whatever it says of robots. */
const FEW_WORDS = 150;
/** What an application shows before its scripts have run. */
const SHELL_WORDS = 40;
/** A wall stands in the first part of a page. */
const WINDOW = 256 * 1024;

/**
 * Whether a page that came with a good status is in truth a bot wall, or a shell that shows nothing without JavaScript.
 * Answers what it is ("a Cloudflare challenge"), else null. `text` is HTML; header names in lower case.
 */
export function recogniseWall(text: string, headers: Headers): string | null {
  if (headers['cf-mitigated']?.toLowerCase() === 'challenge') return 'a Cloudflare challenge';
  const html = text.slice(0, WINDOW);
  const sure = SURE_SIGNS.find(([sign]) => sign.test(html));
  if (sure !== undefined) return sure[1];
  if (!/<(?:html|head|body|title|script|div|p|h1)\b/i.test(html)) return null;
  const noscript = [...html.matchAll(/<noscript\b[^>]*>([^]{0,2000}?)<\/noscript/gi)]
    .map(([, inner = '']) => inner)
    .join(' ');
  const words = markupToText(html);
  const count = words === '' ? 0 : words.split(' ').length;
  if (count > FEW_WORDS) return null;
  const wall = WALL_WORDS.find(([sign]) => sign.test(words));
  if (wall !== undefined) return wall[1];
  if (/<(?:div|form|iframe)\b[^>]*(?:g-recaptcha|h-captcha|cf-turnstile)/i.test(html) && count < SHELL_WORDS)
    return 'a captcha';
  const shown = markupToText(html.replace(/<noscript\b[^>]*>[^]{0,2000}?<\/noscript/gi, ' '));
  const shell = (shown === '' ? 0 : shown.split(' ').length) <= SHELL_WORDS;
  return shell && JAVASCRIPT_WORDS.test(`${words} ${noscript}`)
    ? 'a page that shows nothing without JavaScript'
    : null;
}
