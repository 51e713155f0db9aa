// Page text and page dates as the checks html-text, html-dates and conformance call them.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { readPage } = require('../../../dist/lib/html/readPage.js');

export function extractText(html, { url, selector, format }) {
  return readPage(html, { url, format, ...(selector ? { selector } : {}) }).text;
}

/** The check asks for the page's day as written or in UTC: the form with the page's own offset holds both. */
export function extractDate(html, { url }) {
  const { publishedAsWritten, modifiedAt, publishedFrom } = readPage(html, { url, format: 'text' });
  return { publishedAt: publishedAsWritten, modifiedAt, from: publishedFrom };
}
