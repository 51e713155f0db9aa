import { Parser } from 'htmlparser2';
import { ToolError } from '../errors';
import { LIMITS } from '../limits';
import { showUrl } from '../redact';
import { webLink } from './links';
import { oneLine } from './text';

const WINDOW_CHARS = 64 * 1024;
const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\b/i;
const MOST_FEEDS = 10;

/** Says what a document is that is no feed, and which feeds it advertises. `url` is where links start from. */
export function notFeed(text: string, url: string | null, contentType: string | null): ToolError {
  const { what, feeds } = describe(text.slice(0, WINDOW_CHARS), url, contentType);
  const advice =
    feeds.length > 0
      ? `It advertises ${feeds.length === 1 ? 'this feed' : 'these feeds'}: ${feeds.join(' , ')}`
      : 'Give the address of an RSS, Atom or JSON feed.';
  return new ToolError('UNEXPECTED_CONTENT', `The address answers with ${what}, not with a feed. ${advice}`, {
    url: url ?? undefined,
  });
}

interface Description {
  readonly what: string;
  readonly feeds: readonly string[];
}

function describe(text: string, url: string | null, contentType: string | null): Description {
  if (text.trim() === '') return { what: 'an empty document', feeds: [] };
  if (/^\s*[{[]/.test(text)) return { what: 'a JSON document that is no JSON Feed', feeds: [] };
  if (text.startsWith('%PDF-')) return { what: 'a PDF', feeds: [] };
  const root = /<(?:[\w.-]{1,40}:)?([\w.-]{1,40})(?=[\s/>])/.exec(text)?.[1]?.toLowerCase() ?? null;
  if (root === 'opml') return { what: 'an OPML list of feeds', feeds: [] };
  if (root === 'urlset' || root === 'sitemapindex') return { what: 'a sitemap', feeds: [] };
  const page = readPage(text, url);
  if (page.isHtml)
    return {
      what: page.title === null ? 'an HTML page' : `an HTML page: "${page.title}"`,
      feeds: page.feeds,
    };
  if (root !== null) return { what: `an XML document with the root <${root}>`, feeds: [] };
  const said = contentType?.split(';')[0]?.trim() ?? '';
  return {
    what: said === '' || said.length > 60 ? 'text of some other kind' : `content of the type ${said}`,
    feeds: [],
  };
}

const HTML_TAGS = new Set(['html', 'head', 'body', 'title', 'meta', 'div', 'p', 'h1', 'script']);

/** Title and advertised feeds of what may be an HTML page; the window bounds the work. */
function readPage(
  text: string,
  url: string | null,
): { isHtml: boolean; title: string | null; feeds: readonly string[] } {
  let isHtml = false;
  let title = '';
  let inTitle = false;
  let base = url;
  const feeds = new Set<string>();
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        isHtml ||= HTML_TAGS.has(name);
        if (name === 'title') inTitle = title === '';
        if (name === 'base') base = webLink(attributes.href, base) ?? base;
        if (name !== 'link' || !/\balternate\b/i.test(attributes.rel ?? '')) return;
        const feed = FEED_TYPES.test(attributes.type ?? '') ? webLink(attributes.href, base) : null;
        if (feed !== null && feed.length <= LIMITS.shownAddressChars && feeds.size < MOST_FEEDS)
          feeds.add(showUrl(feed));
      },
      ontext(piece) {
        if (inTitle && title.length < 200) title += piece;
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false;
      },
    },
    { xmlMode: false, decodeEntities: true },
  );
  parser.end(text);
  return { isHtml, title: oneLine(title)?.trim().slice(0, 120) || null, feeds: [...feeds] };
}
