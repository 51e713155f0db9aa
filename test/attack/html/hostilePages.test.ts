import { parseDocument } from '../../../lib/html/parseDocument';
import { LIMITS } from '../../../lib/limits';
import { PAGE_FORMATS, readPage } from '../../../lib/html/readPage';
import { eachElement } from '../../../lib/html/walk';

const filled = (piece: string, size: number): string => piece.repeat(Math.floor(size / piece.length));
const SIZE = 64 * 1024;

const hostile: readonly (readonly [string, string])[] = [
  ['nested div', `${filled('<div>', SIZE)}bottom`],
  ['nested lists', `${filled('<ul><li>', SIZE)}bottom`],
  ['nested font', `${filled('<font>', SIZE)}bottom`],
  ['nested tables', `${filled('<table><tr><td>', SIZE)}bottom`],
  ['nested quotations', `${filled('<blockquote>', SIZE)}bottom`],
  ['nested links', `${filled('<a href="/x">', SIZE)}bottom`],
  ['many tables', `${filled('<table><tr><td>a</td><td>b</td></tr></table>', SIZE)}<p>bottom`],
  ['closing tags without opening ones', `${filled('<b>', SIZE / 4)}${filled('</i>', SIZE / 4)}bottom`],
  [
    'distinct attributes',
    `<div ${Array.from({ length: 5_000 }, (_, i) => `a${i}="1"`).join(' ')}>bottom</div>`,
  ],
  [
    'one huge attribute',
    `<div class="${filled('nav-', SIZE)}x" style="${' '.repeat(SIZE)}" id="${filled('-', SIZE)}">bottom</div>`,
  ],
  ['one huge text', `<p>${filled('a', SIZE)} bottom`],
  ['spaces', `<p>${' '.repeat(SIZE)}bottom`],
  ['unseen characters', `<p>${'\u200b\u202e'.repeat(SIZE / 2)}bottom`],
  ['line breaks', `${filled('<br>', SIZE)}bottom`],
  ['brackets', `${filled('< ', SIZE)}bottom`],
  [
    'deep JSON-LD',
    `<script type="application/ld+json">${'['.repeat(SIZE)}${']'.repeat(SIZE)}</script><p>bottom`,
  ],
  ['a list style that never ends', `<ol style="${filled('list-style:', SIZE)}"><li>bottom</ol>`],
];

describe.each(hostile)('a page of %s', (_name, html) => {
  it.each(PAGE_FORMATS)('is read to its end as %s', (format) => {
    const { text } = readPage(html, { url: 'https://example.org/', format, includeLinks: true });
    expect(text.includes('bottom')).toBe(true);
  });

  it('gives a tree that is not deeper than the limit', () => {
    let deepest = 0;
    eachElement(parseDocument(html), (element) => {
      let depth = 1;
      for (let parent = element.parent; parent !== null; parent = parent.parent) depth += 1;
      deepest = Math.max(deepest, depth - 1);
      return true;
    });
    expect(deepest).toBeLessThanOrEqual(LIMITS.treeDepth);
  });
});

describe('below the deepest level of the tree', () => {
  const deep = '<div>'.repeat(LIMITS.treeDepth + 50);

  it('text stays', () => {
    expect(
      readPage(`${deep}a<b>b</b>${'</div>'.repeat(100)}c`, { url: 'https://example.org/', format: 'text' })
        .text,
    ).toBe('ab\nc');
  });

  it('scripts and hidden parts are no text', () => {
    const html = `${deep}a<script>script()</script><style>s</style><p hidden>hidden<i>too</i></p>b`;
    expect(readPage(html, { url: 'https://example.org/', format: 'text' }).text).toBe('ab');
  });
});
