import type { Enclosure } from './feed';
import {
  allOf,
  firstOf,
  hrefOf,
  idOf,
  linkOf,
  once,
  textOf,
  timeOf,
  titleOf,
  verbatim,
  wordsOf,
  type Children,
} from './fields';
import { enclosureOf, namesOf } from './parts';
import { webLink } from './links';
import type { XmlNode } from './xml';
import type { VocabularyReader } from './xmlFeed';

/** RSS 0.9x, 1.0 (RDF) and 2.0 with the modules in use: Dublin Core, content, Media RSS, iTunes, Atom. */
export const rssReader: VocabularyReader = {
  feed: (children) => ({
    title: firstOf(children, ['title', 'atom:title', 'dc:title', 'itunes:title'], title),
    link: firstOf(children, ['link'], anyLink) ?? firstOf(children, ['atom:link'], alternate),
    self: firstOf(children, ['atom:link'], self),
    description: firstOf(
      children,
      ['description', 'atom:subtitle', 'dc:description', 'itunes:summary'],
      text,
    ),
    language: firstOf(children, ['language', 'dc:language'], wordsOf),
    updatedAt: timeOf(children, ['lastbuilddate', 'atom:updated', 'pubdate', 'dc:date', 'dcterms:modified'])
      .time,
  }),

  entry(node, children) {
    const published = timeOf(children, PUBLISHED);
    const updated = timeOf(children, UPDATED);
    const description = once(() => firstOf(children, DESCRIPTION, text) ?? groupDescription(children));
    const content = once(() => firstOf(children, CONTENT, text));
    return {
      id:
        firstOf(children, ['guid', 'atom:id'], idOf) ??
        aboutOf(node) ??
        firstOf(children, ['dc:identifier'], wordsOf),
      title:
        firstOf(children, ['title', 'atom:title', 'dc:title', 'media:title', 'itunes:title'], title) ??
        groupTitle(children),
      link: linkOfItem(children),
      publishedAt: published.time ?? updated.time,
      publishedText:
        (published.time === null && updated.time !== null ? updated : published).words ?? updated.words,
      updatedAt: updated.time,
      get description() {
        return description();
      },
      get content() {
        return content();
      },
      author: namesOf(children, ['author', 'dc:creator', 'atom:author', 'itunes:author', 'media:credit']),
      categories: categoriesOf(children),
      enclosures: enclosuresOf(children),
    };
  },
};

const PUBLISHED = [
  'pubdate',
  'atom:published',
  'atom:issued',
  'dc:date',
  'dcterms:created',
  'dcterms:issued',
  'atom:created',
  'date',
];
const UPDATED = ['atom:updated', 'atom:modified', 'dcterms:modified'];
const DESCRIPTION = [
  'description',
  'atom:summary',
  'dc:description',
  'itunes:summary',
  'media:description',
  'itunes:subtitle',
];

const CONTENT = ['content:encoded', 'encoded', 'atom:content', 'xhtml:body', 'body', 'fullitem'];

const text = (node: XmlNode): string | null => textOf(node, 'rss');
const title = (node: XmlNode): string | null => titleOf(node, 'rss');

function aboutOf(node: XmlNode): string | null {
  return node.attributes.get('rdf:about')?.trim() || null;
}

/** Media RSS puts the texts of an entry into a group at times. */
function groupTitle(children: Children): string | null {
  return firstInGroup(children, 'title', title);
}

function groupDescription(children: Children): string | null {
  return firstInGroup(children, 'description', text);
}

function firstInGroup(
  children: Children,
  local: string,
  read: (node: XmlNode) => string | null,
): string | null {
  const inside = allOf(children, ['media:group', 'media:content']).flatMap((group) => group.children);
  for (const node of inside) {
    if (typeof node === 'string' || node.space !== 'media' || node.local !== local) continue;
    const value = read(node);
    if (value !== null) return value;
  }
  return null;
}

/** `<link>`; else the guid where it is a permanent link; else Atom's alternate link. */
function linkOfItem(children: Children): string | null {
  return (
    firstOf(children, ['link'], anyLink) ??
    firstOf(children, ['guid'], permaLink) ??
    firstOf(children, ['atom:link'], alternate) ??
    null
  );
}

function anyLink(node: XmlNode): string | null {
  return linkOf(node) ?? hrefOf(node);
}

function permaLink(node: XmlNode): string | null {
  if (node.attributes.get('ispermalink')?.trim().toLowerCase() === 'false') return null;
  const words = verbatim(node).trim();
  return /^https?:\/\//i.test(words) ? webLink(words, null) : null;
}

function alternate(node: XmlNode): string | null {
  const rel = node.attributes.get('rel')?.trim().toLowerCase() ?? 'alternate';
  return rel === 'alternate' || rel === '' ? hrefOf(node) : null;
}

function self(node: XmlNode): string | null {
  return node.attributes.get('rel')?.trim().toLowerCase() === 'self' ? hrefOf(node) : null;
}

function categoriesOf(children: Children): readonly string[] {
  const names = allOf(children, [
    'category',
    'dc:subject',
    'atom:category',
    'media:category',
    'itunes:keywords',
  ]).flatMap((node) => {
    const name = title(node) ?? node.attributes.get('label') ?? node.attributes.get('term') ?? null;
    if (name === null) return [];
    return node.local === 'keywords' ? name.split(',').map((word) => word.trim()) : [name];
  });
  return [...new Set(names.filter((name) => name !== ''))];
}

const ENCLOSING = ['enclosure', 'media:content', 'media:group', 'atom:link'];

function enclosuresOf(children: Children): readonly Enclosure[] {
  if (!ENCLOSING.some((name) => children.has(name))) return [];
  const media = allOf(children, ['media:group']).flatMap((group) => [
    ...(childrenByName(group).get('media:content') ?? []),
  ]);
  const nodes = [...allOf(children, ['enclosure', 'media:content']), ...media];
  const found = nodes.flatMap((node) => enclosureOf(node, ['url', 'href', 'rdf:resource']) ?? []);
  const linked = allOf(children, ['atom:link'])
    .filter((node) => node.attributes.get('rel')?.trim().toLowerCase() === 'enclosure')
    .flatMap((node) => enclosureOf(node, ['href']) ?? []);
  const byUrl = new Map<string, Enclosure>();
  for (const enclosure of [...found, ...linked])
    if (!byUrl.has(enclosure.url)) byUrl.set(enclosure.url, enclosure);
  return [...byUrl.values()];
}

function childrenByName(group: XmlNode): ReadonlyMap<string, readonly XmlNode[]> {
  const byName = new Map<string, XmlNode[]>();
  for (const child of group.children) {
    if (typeof child === 'string') continue;
    const name = `${child.space}:${child.local}`;
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [child]);
    else same.push(child);
  }
  return byName;
}
