// Page text and page dates as the checks html-text, html-dates and conformance call them.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { readPage } = require('../../../dist/lib/html/readPage.js');

export function extractText(html, { url, selector, format }) {
  return readPage(html, { url, format, ...(selector ? { selector } : {}) }).text;
}

export function extractDate(html, { url }) {
  const { publishedAt, modifiedAt, publishedFrom } = readPage(html, { url, format: 'text' });
  return { publishedAt, modifiedAt, from: publishedFrom };
}
