import type { Element } from 'domhandler';
import type { Measure } from './measure';

const BOILERPLATE_NAMES: ReadonlySet<string> = new Set([
  'nav',
  'aside',
  'footer',
  'form',
  'button',
  'select',
  'menu',
  'dialog',
]);
/** A form with this much prose is a page or a product inside a form. */
const FORM_PROSE = 100;
const BOILERPLATE_ROLES: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'menu',
  'menubar',
  'dialog',
  'alertdialog',
  'toolbar',
]);

/** Words in class names and ids that say a part is not content. */
const BOILERPLATE_WORDS =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|submenu|breadcrumbs?|footer|sidebar|cookies?|consent|gdpr|share|sharing|shares|social|related|recommend(?:ed|ations?)?|newsletter|subscribe|subscription|signup|promo|promotion|advert(?:isement)?s?|ads?|sponsor(?:ed)?|popup|modal|widget|toolbar|pagination|pager|skip|tags|taglist|outbrain|taboola|trending|masthead|login)(?:$|[\s_-])/i;

/** Layout names that only mention such a part. */
const MENTIONS = /(?:no|has|with|without|content|main|left|right|full)[_-]?sidebar/gi;
/** Consent managers by the name their parts carry. */
const CONSENT =
  /(?:^|\s)(?:onetrust|ot-sdk|otPc|cmplz|cookie|didomi|usercentrics|sp_message|truste|CybotCookiebot|qc-cmp|gdpr|cc-window|cli-|moove_gdpr|termly|iubenda)/;
const COMMENTS = /(?:^|[\s_-])(?:comments?|disqus|commentlist|respond|livefyre|replies)(?:$|[\s_-])/i;

const NEVER: ReadonlySet<string> = new Set(['html', 'body', 'main', 'article']);

/** Whether a part's markup says that it is there for the site and not for this page. */
export function looksLikeBoilerplate(element: Element, { prose }: Readonly<Measure>): boolean {
  const { name, attribs } = element;
  if (NEVER.has(name)) return false;
  if (name === 'form') return prose < FORM_PROSE;
  if (BOILERPLATE_NAMES.has(name)) return true;
  const role = attribs['role'];
  if (role !== undefined && BOILERPLATE_ROLES.has(role.toLowerCase())) return true;
  const words = wordsOf(element);
  return words.length > 1 && BOILERPLATE_WORDS.test(words);
}

/** Whether a part asks for consent to cookies; these can be longer than the page. */
export function asksForConsent(element: Element): boolean {
  return !NEVER.has(element.name) && CONSENT.test(namesOf(element));
}

/** Whether a part is what readers wrote below a page. */
export function isComment(element: Element): boolean {
  return !NEVER.has(element.name) && COMMENTS.test(wordsOf(element));
}

function wordsOf(element: Element): string {
  return namesOf(element)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(MENTIONS, '');
}

/** Class names and id as they are written. */
function namesOf({ attribs }: Element): string {
  return `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.slice(0, 500);
}
