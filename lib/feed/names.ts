/**
 * Namespaces as feeds use them. `core` is the vocabulary of the document itself (RSS elements in RSS, Atom's in
 * Atom), whatever namespace its root declares for it, or none.
 */
export type Space =
  | 'core'
  | 'rss'
  | 'atom'
  | 'rdf'
  | 'dc'
  | 'dcterms'
  | 'content'
  | 'media'
  | 'itunes'
  | 'xhtml'
  | 'xml'
  | 'other';

/** Keys without scheme, in lower case, without a final / or #: feeds write https, capitals and half the URI. */
const SPACES: Readonly<Record<string, Space>> = {
  'www.w3.org/2005/atom': 'atom',
  'purl.org/atom/ns': 'atom',
  'purl.org/net/atom/ns': 'atom',
  'www.w3.org/1999/02/22-rdf-syntax-ns': 'rdf',
  'purl.org/rss/1.0': 'rss',
  'my.netscape.com/rdf/simple/0.9': 'rss',
  'channel.netscape.com/rdf/simple/0.9': 'rss',
  'my.netscape.com/publish/formats/rss-0.91.dtd': 'rss',
  'purl.org/net/rss1.1': 'rss',
  'backend.userland.com/rss': 'rss',
  'backend.userland.com/rss2': 'rss',
  'blogs.law.harvard.edu/tech/rss': 'rss',
  'purl.org/dc/elements/1.1': 'dc',
  'purl.org/dc/elements/1.0': 'dc',
  'purl.org/dc/terms': 'dcterms',
  'purl.org/rss/1.0/modules/content': 'content',
  'search.yahoo.com/mrss': 'media',
  'video.search.yahoo.com/mrss': 'media',
  'www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'www.w3.org/1999/xhtml': 'xhtml',
  'www.w3.org/xml/1998/namespace': 'xml',
};

/** What the usual prefixes mean where a feed does not declare them. */
const USUAL_PREFIXES: Readonly<Record<string, Space>> = {
  xml: 'xml',
  rdf: 'rdf',
  rss: 'rss',
  atom: 'atom',
  a10: 'atom',
  dc: 'dc',
  dcterms: 'dcterms',
  content: 'content',
  media: 'media',
  itunes: 'itunes',
  xhtml: 'xhtml',
};

export function spaceOfUri(uri: string): Space {
  const key = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/#]$/, '');
  return (Object.hasOwn(SPACES, key) && SPACES[key]) || 'other';
}

/** The namespaces in force at one element. */
export interface Scope {
  /** Space of an element of this (lower-case) raw name, e.g. `dc:date`. */
  spaceOf(rawName: string): Space;
  /** The scope below an element with these attributes: the same one where it declares nothing. */
  below(attributes: ReadonlyMap<string, string>): Scope;
}

/** The scope of a root element with these attributes; its own namespace becomes `core`. */
export function rootScope(rootName: string, attributes: ReadonlyMap<string, string>): Scope {
  const prefix = prefixOf(rootName);
  const uri = attributes.get(prefix === '' ? 'xmlns' : `xmlns:${prefix}`);
  return createScope(new Map([['', 'core']]), null, null).below(attributes, uri);
}

interface OpenScope extends Scope {
  below(attributes: ReadonlyMap<string, string>, coreUri?: string): Scope;
  /** What a prefix is declared as here or further up; undefined where it is not declared. */
  declared(prefix: string): Space | undefined;
}

/** Only what an element declares itself is held with it: a copy of a thousand namespaces for each entry takes minutes. */
function createScope(
  own: ReadonlyMap<string, Space>,
  above: OpenScope | null,
  coreUri: string | null,
): OpenScope {
  const seen = new Map<string, Space>();
  return {
    declared: (prefix) => own.get(prefix) ?? above?.declared(prefix),
    spaceOf(rawName) {
      const known = seen.get(rawName);
      if (known !== undefined) return known;
      const prefix = prefixOf(rawName);
      const space =
        this.declared(prefix) ??
        ((Object.hasOwn(USUAL_PREFIXES, prefix) && USUAL_PREFIXES[prefix]) || 'other');
      seen.set(rawName, space);
      return space;
    },
    below(attributes, newCoreUri) {
      const core = newCoreUri ?? coreUri;
      let declares: Map<string, Space> | null = null;
      for (const [name, value] of attributes) {
        if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
        declares ??= new Map();
        const isCore = value === '' || (core !== null && value.trim() === core.trim());
        declares.set(name.slice(6), isCore ? 'core' : spaceOfUri(value));
      }
      return declares === null ? this : createScope(declares, this, core);
    },
  };
}

function prefixOf(rawName: string): string {
  const colon = rawName.indexOf(':');
  return colon === -1 ? '' : rawName.slice(0, colon);
}

export function localOf(rawName: string): string {
  return rawName.slice(rawName.indexOf(':') + 1);
}
