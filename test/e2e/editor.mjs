/** n8n's editor in a browser, as much of it as the tests of the canvas use. */
import { selectors } from 'playwright-core';

selectors.setTestIdAttribute('data-test-id');

/** n8n's editor is some megabytes of script: on a busy machine its first page takes its time. */
const LIMIT_MS = 120_000;

/**
 * Logs in through the form and answers what a person can do there, and what they see of it.
 */
export async function openEditor(browser, { url, owner }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(LIMIT_MS);
  const part = (id) => page.getByTestId(id);
  const nodeOf = (name) => page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

  await page.goto(`${url}/signin`, { waitUntil: 'commit' });
  await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
  await page.locator('input[name="password"]').fill(owner.password);
  await part('form-submit-button').click();
  await page.waitForURL(/\/(home|workflow)/, { waitUntil: 'commit' });

  return {
    page,
    part,
    nodeOf,

    async open(workflowId) {
      await page.goto(`${url}/workflow/${workflowId}`, { waitUntil: 'commit' });
      await part('canvas-node').first().waitFor();
    },

    async openNode(name) {
      await nodeOf(name).dblclick();
      await part('node-parameters').getByTestId('parameter-input-operation').waitFor();
    },

    async closeNode() {
      await part('ndv-close-button').click();
      await part('ndv').waitFor({ state: 'hidden' });
    },

    /** What the list of nodes shows for a text, once `expected` is in it, with the address of each icon; null for one that did not load. */
    async search(text, expected = text) {
      if (!(await part('node-creator').isVisible())) await part('node-creator-plus-button').click();
      await part('node-creator-search-bar').fill(text);
      await part('node-creator').getByText(expected, { exact: true }).first().waitFor();
      return part('node-creator-item-name').evaluateAll((names) =>
        Promise.all(
          names.map(async (name) => {
            const icon = name.closest('[data-test-id="item-iterator-item"]').querySelector('img');
            await icon?.decode().catch(() => {});
            return {
              name: name.innerText.trim(),
              icon: icon !== null && icon.naturalWidth > 0 ? new URL(icon.src).pathname : null,
            };
          }),
        ),
      );
    },

    /** The address of the icon that a node on the canvas shows; null for one that did not load. */
    iconOf: (name) =>
      nodeOf(name)
        .locator('img')
        .first()
        .evaluate(async (icon) => {
          await icon.decode().catch(() => {});
          return icon.naturalWidth > 0 ? new URL(icon.src).pathname : null;
        }),

    /** The names of the fields that the open form shows, from top to bottom; the lines of a list have none. */
    labels: () =>
      part('node-parameters')
        .getByTestId('input-label')
        .evaluateAll((all) =>
          all
            .filter((label) => label.checkVisibility())
            .map((label) => label.innerText.trim().split('\n')[0])
            .filter((label) => label !== ''),
        ),

    /** Runs the open node and answers what its output shows, as soon as `expected` is there or the time is over. */
    async execute(expected) {
      await part('node-execute-button').click();
      await part('output-panel')
        .filter({ hasText: expected })
        .waitFor()
        .catch(() => {});
      return part('output-panel').innerText();
    },
  };
}
