import type { Element } from 'domhandler';

/** Elements whose content a browser never shows as text of the page. */
const NEVER_SHOWN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'iframe',
  'object',
  'embed',
  'applet',
  'canvas',
  'audio',
  'video',
  'textarea',
  'datalist',
  'noframes',
  'noembed',
  'rp',
  'desc',
  'metadata',
  'defs',
  'symbol',
  'annotation',
  'annotation-xml',
]);

const HIDING_STYLE =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)/i;

/** Whether a part of the page is dropped together with all it holds; `includeHidden` keeps what only its author hides. */
export function isDropped(element: Element, includeHidden: boolean): boolean {
  return NEVER_SHOWN.has(element.name) || (!includeHidden && isHidden(element.name, element.attribs));
}

/** The same by name and attributes, for parts that are not in the tree. */
export function isNeverShown(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return NEVER_SHOWN.has(name) || isHidden(name, attributes);
}

/** Hidden by the element's own attributes; what style sheets hide is not known here. */
function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (attributes['hidden'] !== undefined || attributes['popover'] !== undefined) return true;
  if (name === 'dialog' && attributes['open'] === undefined) return true;
  const style = attributes['style'];
  return style !== undefined && HIDING_STYLE.test(style.length > 2_000 ? style.slice(0, 2_000) : style);
}
