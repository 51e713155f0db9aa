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
  wordsOf,
  type Children,
} from './fields';
import { enclosureOf, namesOf } from './parts';
import type { XmlNode } from './xml';
import type { VocabularyReader } from './xmlFeed';

/** Atom 0.3 and 1.0, with Dublin Core and Media RSS where an entry has them instead. */
export const atomReader: VocabularyReader = {
  feed: (children) => ({
    title: firstOf(children, ['title', 'atom:title', 'dc:title'], title),
    link: linkBy(children),
    self: firstOf(children, ['link', 'atom:link'], (node) => (relOf(node) === 'self' ? hrefOf(node) : null)),
    description: firstOf(children, ['subtitle', 'tagline', 'description', 'dc:description'], text),
    language: firstOf(children, ['language', 'dc:language'], wordsOf),
    updatedAt: timeOf(children, ['updated', 'modified', 'atom:updated', 'dc:date']).time,
  }),

  entry(_node, children) {
    const published = timeOf(children, [
      'published',
      'issued',
      'atom:published',
      'dc:date',
      'dcterms:created',
      'created',
      'pubdate',
    ]);
    const updated = timeOf(children, ['updated', 'modified', 'atom:updated', 'dcterms:modified']);
    const description = once(() => firstOf(children, SUMMARY, text) ?? inGroup(children, 'description'));
    const content = once(() => firstOf(children, CONTENT, text));
    return {
      id: firstOf(children, ['id', 'atom:id', 'guid', 'dc:identifier'], idOf),
      title:
        firstOf(children, ['title', 'atom:title', 'dc:title', 'media:title'], title) ??
        inGroup(children, 'title'),
      link: linkBy(children),
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
      author: namesOf(children, ['author', 'atom:author', 'dc:creator', 'itunes:author']),
      categories: categoriesOf(children),
      enclosures: enclosuresOf(children),
    };
  },
};

const SUMMARY = ['summary', 'atom:summary', 'description', 'dc:description', 'media:description'];
const CONTENT = ['content', 'atom:content', 'content:encoded'];

const text = (node: XmlNode): string | null => textOf(node, 'atom');
const title = (node: XmlNode): string | null => titleOf(node, 'atom');

/** The first alternate link, HTML before other types; else any link that is no pointer to the feed itself. */
function linkBy(children: Children): string | null {
  const links = allOf(children, ['link', 'atom:link']);
  const alternates = links.filter((node) => ['alternate', ''].includes(relOf(node)));
  const html = alternates.filter((node) => /html/i.test(node.attributes.get('type') ?? 'html'));
  for (const node of [...html, ...alternates]) {
    const url = hrefOf(node) ?? linkOf(node);
    if (url !== null) return url;
  }
  return null;
}

function relOf(node: XmlNode): string {
  const rel = node.attributes.get('rel')?.trim().toLowerCase() ?? 'alternate';
  return rel.replace(/^http:\/\/www\.iana\.org\/assignments\/relation\//, '');
}

/** YouTube and others put the texts of an entry into a media group. */
function inGroup(children: Children, local: string): string | null {
  for (const group of allOf(children, ['media:group']))
    for (const node of group.children) {
      if (typeof node === 'string' || node.space !== 'media' || node.local !== local) continue;
      const value = local === 'title' ? title(node) : text(node);
      if (value !== null) return value;
    }
  return null;
}

function categoriesOf(children: Children): readonly string[] {
  const names = allOf(children, ['category', 'atom:category', 'dc:subject']).flatMap((node) => {
    const name = node.attributes.get('label') ?? node.attributes.get('term') ?? title(node) ?? '';
    return name.trim() === '' ? [] : [name.trim()];
  });
  return [...new Set(names)];
}

function enclosuresOf(children: Children): readonly Enclosure[] {
  return allOf(children, ['link', 'atom:link'])
    .filter((node) => relOf(node) === 'enclosure')
    .flatMap((node) => enclosureOf(node, ['href']) ?? []);
}
