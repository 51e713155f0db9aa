import { readPage, type PageOptions } from '../../../lib/html/readPage';

const warningsOf = (html: string, more: Partial<PageOptions> = {}) =>
  readPage(html, { url: 'https://example.org/dir/page.html', format: 'text', ...more }).warnings;

/** 300 characters of text. */
const MUCH = `<p>${'Ten chars. '.repeat(27)}abc</p>`;
const ADVICE = 'The option "Include Hidden Parts" reads them as well.';

describe('a page whose server streams its parts', () => {
  const streamed = (content: string, visible = '') =>
    `<header>Trades</header>${visible}<main><template id="B:0"></template><p>Loading ...</p></main>` +
    `<div hidden id="S:0">${content}</div>`;
  const warning = `The page keeps 300 characters of text in hidden parts that a script would put in place. ${ADVICE}`;

  it.each(['text', 'main', 'markdown'] as const)('says so in the format %s, and keeps its text', (format) => {
    const reading = readPage(streamed(MUCH), { url: 'https://example.org/', format });
    expect(reading.warnings).toEqual([warning]);
    expect(reading.text).not.toContain('Ten chars');
  });

  it('says so as well where menus show much text', () => {
    expect(warningsOf(streamed(MUCH, MUCH.repeat(10)))).toEqual([warning]);
  });

  it('says so where little is missing but even less is shown', () => {
    expect(warningsOf(streamed('No trades match what you look for.'))).toEqual([
      `The page keeps 34 characters of text in hidden parts that a script would put in place. ${ADVICE}`,
    ]);
    expect(warningsOf(streamed('OK', MUCH.repeat(10)))).toEqual([]);
  });

  it('counts parts of streamed tables', () => {
    const rows = `<table hidden id="S:0"><tbody><tr><td>${MUCH}</td></tr></tbody></table>`;
    expect(warningsOf(`<template id="P:0"></template>Loading${rows}`)).toEqual([warning]);
  });

  it('says nothing where the hidden parts are read', () => {
    expect(warningsOf(streamed(MUCH), { includeHidden: true })).toEqual([]);
  });

  it('says how to name them where a selector took the place without its part', () => {
    expect(warningsOf(streamed(MUCH), { selector: 'main' })).toEqual([
      'The page keeps 300 characters of text in hidden parts that a script would put in place. ' +
        'Name them in Selector, or read the whole page with the option "Include Hidden Parts".',
    ]);
    expect(warningsOf(streamed(MUCH), { selector: 'header' })).toEqual([]);
    expect(warningsOf(streamed(MUCH), { selector: '#S\\:0' })).toEqual([]);
  });

  it('says so where a part did not come', () => {
    expect(warningsOf('Trades<template id="B:0"></template><p>Loading ...</p>')).toEqual([
      'The page shows 17 characters of text and has places for parts that did not come with it; ' +
        'a script would fill them.',
    ]);
  });

  it('is none for an id of that form alone', () => {
    expect(warningsOf(`${MUCH.repeat(4)}<div hidden id="S:0">${MUCH}</div>`)).toEqual([]);
  });
});

describe('a page that hides far more than it shows', () => {
  const warning = `The page shows 7 characters of text and keeps 300 in hidden parts that a script may show. ${ADVICE}`;

  it.each([
    ['by an attribute', `Waiting<div hidden>${MUCH}</div>`],
    ['by its style', `Waiting<div style="display: none">${MUCH}</div>`],
    ['in a part that was streamed to no place', `Waiting<div hidden id="S:0">${MUCH}</div>`],
    ['by the visibility of a part', `<p>Waiting</p><section style="visibility:hidden">${MUCH}</section>`],
  ])('says so where it does so %s', (_, html) => {
    expect(warningsOf(html)).toEqual([warning]);
  });

  it('says how templates are read', () => {
    const html = `Waiting<template>${MUCH}</template>`;
    expect(warningsOf(html)).toEqual([
      'The page shows 7 characters of text and keeps 300 in templates that a script may show. ' +
        'Name an element inside of them in Selector to read it.',
    ]);
    expect(
      readPage(html, { url: 'https://example.org/', format: 'text', selector: 'template p' }).text,
    ).toMatch(/^Ten chars/);
  });

  it.each([
    ['shows enough', `${MUCH.repeat(4)}<div hidden>${MUCH.repeat(30)}</div>`],
    ['hides no more than a few times as much', `${MUCH}<div hidden>${MUCH.repeat(3)}</div>`],
    ['hides a message', `Hi<div hidden>${MUCH.slice(0, 150)}</div>`],
    ['hides a menu', `Hi<nav hidden>${MUCH}</nav>`],
    ['hides a dialog', `Hi<dialog>${MUCH}</dialog><div role="dialog" style="display:none">${MUCH}</div>`],
    ['hides a popover', `Hi<div popover>${MUCH}</div>`],
    ['asks for cookies', `Hi<div id="onetrust-consent-sdk" style="display:none">${MUCH}</div>`],
    ['asks for them by a name in capitals', `Hi<div id="CybotCookiebotDialog" hidden>${MUCH}</div>`],
    ['hides scripts', `Hi<div hidden><script>${MUCH}</script><noscript>${MUCH}</noscript></div>`],
  ])('says nothing where it %s', (_, html) => {
    expect(warningsOf(html)).toEqual([]);
  });
});

describe('a page that only sends browsers on', () => {
  const on = (content: string) => `<meta http-equiv="Refresh" content="${content}">`;

  it.each([
    ['0; url=/next?page=2', 'https://example.org/next?page=2'],
    ["0;URL='next.html'", 'https://example.org/dir/next.html'],
    ['3, https://other.example/it%27s', 'https://other.example/it%27s'],
    ['0;url=https://other.example/?apikey=abcdef&amp;id=1', 'https://other.example/?id=1'],
  ])('names the address of %j', (content, address) => {
    expect(warningsOf(on(content))).toEqual([
      `The page shows next to no text and sends browsers on to ${address}. Fetch that address instead.`,
    ]);
  });

  it.each([
    ['30', 'only loads again'],
    ['30; url=https://example.org/dir/page.html#top', 'only loads itself again'],
    ['0; url=javascript:alert(1)', 'leads nowhere'],
    ['0; url=', 'names nothing'],
  ])('says nothing of %j, which %s', (content) => {
    expect(warningsOf(on(content))).toEqual([]);
  });

  it('says nothing where it holds a text, or a part of it was asked for', () => {
    expect(warningsOf(`${on('9; url=/next')}${MUCH}`)).toEqual([]);
    expect(warningsOf(`${on('9; url=/next')}<p>Hi</p>`, { selector: 'p' })).toEqual([]);
  });
});
