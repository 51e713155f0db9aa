import type { Feed, FeedEntry, FeedFormat } from './feed';
import { addChild, childrenOf, type Children } from './fields';
import { refuseTooMany } from './tooMany';
import { readXml, type XmlNode } from './xml';

/** How one vocabulary is read: the elements of the feed itself, and those of an entry. */
export interface VocabularyReader {
  feed(children: Children, url: string | null): Omit<Feed, 'format' | 'entries' | 'warnings'>;
  entry(node: XmlNode, children: Children): FeedEntry;
}

/**
 * Reads a document from its root on, in pieces, entry by entry; null where the root turns out to be no feed's. Throws
 * UNEXPECTED_CONTENT for more entries than any feed has.
 */
export function readXmlFeed(
  pieces: readonly string[],
  url: string | null,
  readers: { readonly rss: VocabularyReader; readonly atom: VocabularyReader },
): Feed | null {
  const format = formatOf(pieces[0] ?? '');
  if (format === null) return null;
  const reader = readers[format === 'atom' ? 'atom' : 'rss'];
  const about = new Map<string, XmlNode[]>();
  const entries: FeedEntry[] = [];
  const { complete, goesOn, strayIn } = readXml(pieces, url, {
    isContainer: (node, parent) => CONTAINERS.has(node.local) && isOwn(node) && parent.local !== node.local,
    isRecord,
    take(node) {
      if (isRecord(node)) {
        entries.push(settled(reader.entry(node, childrenOf(node)), node));
        refuseTooMany(entries.length);
      } else addChild(about, node);
    },
  });
  const warnings = [
    ...(complete
      ? []
      : ['The feed breaks off before its end: its last entry may be incomplete, and others may be missing.']),
    ...(strayIn === null
      ? []
      : [
          `Entries stand inside of <${strayIn.slice(0, 60)}>, where feeds have none. They were read as entries of the feed.`,
        ]),
    ...(goesOn ? ['More entries follow behind the end of the feed. They were not read.'] : []),
  ];
  return { format, ...reader.feed(about, url), entries, warnings };
}

/** Texts shorter than this are made at once: an entry that makes them later keeps all of its element until then. */
const SHORT_TEXTS = 2_000;

function settled(entry: FeedEntry, node: XmlNode): FeedEntry {
  let size = 0;
  for (const child of node.children) {
    const parts = typeof child === 'string' ? [child] : child.children;
    for (const part of parts) size += typeof part === 'string' ? part.length : SHORT_TEXTS;
    if (size >= SHORT_TEXTS) return entry;
  }
  return { ...entry };
}

function formatOf(text: string): FeedFormat | null {
  const root = /^<(?:[\w.-]{1,40}:)?(\w{1,40})/.exec(text)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(FORMATS, root) && FORMATS[root]) || null;
}

const FORMATS: Readonly<Record<string, FeedFormat>> = {
  rss: 'rss',
  channel: 'rss',
  rdf: 'rdf',
  feed: 'atom',
  // a document may be a single entry (RFC 4287, 2.)
  entry: 'atom',
};
const CONTAINERS = new Set(['channel', 'items']);

function isRecord(node: XmlNode): boolean {
  return (node.local === 'item' || node.local === 'entry') && isOwn(node);
}

function isOwn({ space }: XmlNode): boolean {
  return space === 'core' || space === 'rss' || space === 'atom';
}
