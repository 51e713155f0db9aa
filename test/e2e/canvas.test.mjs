/** The three nodes on the canvas of a real n8n, as a person meets them in a browser. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openSite } from '../replay/site.mjs';
import { openBrowser, picture } from './browser.mjs';
import { openEditor } from './editor.mjs';
import { FORMS } from './forms.mjs';
import { openPages } from './pages.mjs';
import { theN8n } from './theN8n.mjs';

const PACKAGE = 'n8n-nodes-internet-tools';
const NODES = [
  { name: 'DirectAPI', type: 'directApi', icon: 'DirectApi/directApi' },
  { name: 'WebFetch', type: 'webFetch', icon: 'WebFetch/webFetch' },
  { name: 'WebMonitor', type: 'webMonitor', icon: 'WebMonitor/webMonitor' },
];
const iconPath = (icon, theme) =>
  `/icons/${PACKAGE}/dist/nodes/${icon}${theme === 'dark' ? '.dark' : ''}.svg`;

const PAGE = `<!doctype html><html lang="en"><head><title>Harbour notes</title></head><body>
  <h1>Harbour notes</h1><p>The ferry leaves at noon &amp; returns at dusk.</p><script>hidden()</script></body></html>`;

const node = (name, type, parameters, column, row) => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  type: `${PACKAGE}.${type}`,
  typeVersion: 1,
  position: [220 + column * 240, row * 180],
  parameters,
});
const BY_HAND = {
  id: 'by-hand',
  name: 'By Hand',
  type: 'n8n-nodes-base.manualTrigger',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
};
const fed = (...names) => ({
  'By Hand': { main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))] },
});

describe('the canvas in a browser', () => {
  let n8n, browser, site, pages, editor;

  before(async () => {
    n8n = await theN8n();
    browser = await openBrowser();
    site = await openSite({ seed: 'canvas' });
    pages = await openPages(({ pathname }) =>
      pathname === '/notes'
        ? { body: PAGE, headers: { 'last-modified': 'Tue, 15 Sep 2026 08:00:00 GMT' } }
        : null,
    );
    for (const workflow of workflows())
      await n8n.api.post('/workflows', { settings: { executionOrder: 'v1' }, ...workflow });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    await pages?.close();
  });

  function workflows() {
    const local = { allowPrivateNetwork: true };
    const monitor = { parser: 'capitol_trades', id: 'capitol_trades', url: site.url };
    const first = [
      node('DirectAPI', 'directApi', { operation: 'quote', symbol: 'NVDA' }, 0, -1),
      node('WebFetch', 'webFetch', { operation: 'fetch', url: `${pages.url}/notes` }, 0, 0),
      node('WebMonitor', 'webMonitor', { operation: 'check', monitors: { monitor: [monitor] } }, 0, 1),
    ].map((one) => ({
      ...one,
      parameters: { ...one.parameters, options: one.name === 'DirectAPI' ? {} : local },
    }));
    first[1].parameters.allowedDomains = [new URL(pages.url).host];
    const run = (id, one) => ({ id, name: id, nodes: [BY_HAND, one], connections: fed(one.name) });
    return [
      {
        id: 'canvasNodes',
        name: 'Internet tools',
        nodes: [BY_HAND, ...first],
        connections: fed(...first.map(({ name }) => name)),
      },
      {
        id: 'canvasForms',
        name: 'Every form',
        nodes: FORMS.map(({ name, type, parameters }, index) =>
          node(name, type, parameters, index % 6, Math.floor(index / 6)),
        ),
        connections: {},
      },
      run('canvasFetch', first[1]),
      run('canvasMonitor', first[2]),
      run(
        'canvasRefused',
        node('WebFetch', 'webFetch', { operation: 'fetch', url: 'https://www.example.org/' }, 0, 0),
      ),
    ];
  }

  it('lets its owner in', async () => {
    editor = await openEditor(browser, { url: n8n.server().url, owner: n8n.owner });
    assert.doesNotMatch(editor.page.url(), /signin/);
  });

  for (const theme of ['dark', 'light']) {
    it(`shows the three nodes with their icons on the canvas, ${theme}`, async () => {
      await editor.page.emulateMedia({ colorScheme: theme });
      await editor.open('canvasNodes');
      for (const { name, icon } of NODES) assert.equal(await editor.iconOf(name), iconPath(icon, theme));
      await picture(editor.page, `canvas-${theme}`, { shown: theme === 'light' });
    });

    it(`finds the three nodes with their icons, ${theme}`, async () => {
      for (const { name, icon } of NODES) {
        const found = await editor.search(name);
        assert.deepEqual(
          found.filter((one) => one.name === name),
          [{ name, icon: iconPath(icon, theme) }],
        );
      }
      await picture(editor.page, `search-${theme}`);
    });
  }

  it('finds WebMonitor also by what it is for', async () => {
    for (const word of ['Capitol Trades', 'insider'])
      assert.ok(
        (await editor.search(word, 'WebMonitor')).some(({ name }) => name === 'WebMonitor'),
        word,
      );
  });

  it('shows in every form only what applies', async () => {
    await editor.open('canvasForms');
    for (const { name, labels } of FORMS) {
      await editor.openNode(name);
      await picture(editor.page, `form-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`);
      assert.deepEqual(await editor.labels(), labels, name);
      await editor.closeNode();
    }
  });

  it('runs WebMonitor by hand as a preview, says so, and shows the newest trades', async () => {
    await editor.open('canvasMonitor');
    await editor.openNode('WebMonitor');
    assert.match(await editor.part('output-panel').innerText(), /Runs by hand are previews/);
    const output = await editor.execute('/trades/');
    assert.match(output, /Preview: this shows what would be new and stores nothing/);
    assert.match(output, /New Entries Branch \(10 items\)/);
    assert.match(output, /Summary Branch \(1 item\)/);
    const published = new Map(site.shown(96).map(({ id, publishedMs }) => [id, publishedMs]));
    const tenth = [...published.values()].sort((one, other) => other - one)[9];
    const seen = [...new Set(output.match(/(?<=\/trades\/)\d+/g))];
    assert.equal(seen.length, 10, output);
    assert.deepEqual(
      seen.filter((id) => !(published.get(id) >= tenth)),
      [],
    );
    await picture(editor.page, 'run-monitor', { shown: true });
  });

  it('runs WebFetch by hand and shows the text with its time and source', async () => {
    await editor.open('canvasFetch');
    await editor.openNode('WebFetch');
    const output = await editor.execute('The ferry leaves');
    assert.match(output, /1 item/);
    assert.match(output, /The ferry leaves at noon & returns at dusk\./);
    assert.match(output, /2026-09-15T08:00:00\.000Z/);
    assert.match(output, /last-modified/);
    assert.ok(output.includes(`${pages.url}/notes`));
    assert.doesNotMatch(output, /hidden\(\)/);
    await picture(editor.page, 'run-fetch');
  });

  it('shows the sentence of an error, what to do, and its code', async () => {
    await editor.open('canvasRefused');
    await editor.openNode('WebFetch');
    const output = await editor.execute('not among');
    assert.match(
      output,
      /www\.example\.org is not among the allowed domains \(reuters\.com, .*\)\. Add it under Allowed Domains\./,
    );
    assert.match(output, /URL_NOT_ALLOWED/);
    await picture(editor.page, 'error-not-allowed', { shown: true });
  });
});
