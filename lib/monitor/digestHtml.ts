import { webLink, type DigestCell, type DigestParts } from './digestParts';
import { plainLine } from './digestText';
import type { Words } from './digestWords';

/**
 * The digest as a page for a mail: one table with inline styles, since mail programs drop others. Colours are the
 * reader's own (text and background are never set, lines and shades are half transparent), so light and dark both hold.
 * Three columns at most, which wrap; a phone shows the cells of an entry below each other, where it heeds the one rule
 * that cannot stand inline.
 */
export function htmlDigest(parts: DigestParts, words: Words): string {
  const { message, notes, headings, rows, more, footer, source, language } = parts;
  const link = webLink(source);
  const from = link === null ? escaped(source ?? words.unknown) : anchor(link, source ?? link);
  return (
    `<!DOCTYPE html><html lang="${language}" style="color-scheme:light dark"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escaped(message)}</title>${STACKED}</head><body style="margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.45">` +
    `<div style="max-width:760px;margin:0 auto"><h2 style="font-size:19px;margin:0 0 12px">${escaped(message)}</h2>` +
    notes
      .map(
        (note) =>
          `<p style="margin:0 0 8px;padding:8px 10px;border-left:4px solid #d08700;background:rgba(208,135,0,0.12)">${escaped(note)}</p>`,
      )
      .join('') +
    (rows.length === 0 ? '' : table(headings, rows)) +
    (more === null ? '' : `<p style="margin:12px 0">${escaped(more)}</p>`) +
    `<p style="margin:16px 0 0;font-size:13px;opacity:0.75">${[...footer.map(escaped), `${escaped(words.source)}: ${from}`].join('<br>')}</p>` +
    '</div></body></html>'
  );
}

const LINE = '1px solid rgba(128,128,128,0.4)';

const STACKED =
  '<style>@media (max-width:480px){' +
  'table,thead,tbody,tr,td{display:block!important;width:auto!important}' +
  'th{display:inline-block!important;width:auto!important;border:0!important}' +
  'thead{border-bottom:2px solid rgba(128,128,128,0.6)}' +
  `td{padding:4px 0 0!important;border:0!important}tr{padding:6px 0 10px;border-bottom:${LINE}}` +
  'thead tr{padding:0;border:0}}</style>';

/** Shares of the width, by the number of columns: the middle one of three says most. */
const WIDTHS: Readonly<Record<number, readonly string[]>> = {
  2: ['60%', '40%'],
  3: ['30%', '42%', '28%'],
};

function table(headings: readonly string[], rows: DigestParts['rows']): string {
  const head = headings.map(
    (heading, column) =>
      `<th align="left" width="${WIDTHS[headings.length]?.[column] ?? 'auto'}" style="padding:6px 10px 6px 0;border-bottom:2px solid rgba(128,128,128,0.6);font-size:13px">${escaped(heading)}</th>`,
  );
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`);
  return `<table role="table" cellpadding="0" cellspacing="0" border="0" width="100%" style="width:100%;border-collapse:collapse;margin:12px 0"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

function cell({ main, small, link }: DigestCell): string {
  const text = link === null ? escaped(main) : anchor(link, main);
  const bold = main === '' ? '' : `<div style="font-weight:bold">${text}</div>`;
  const rest = small.map((line) => `<div style="font-size:13px;opacity:0.8">${escaped(line)}</div>`);
  return `<td valign="top" style="padding:8px 10px 8px 0;border-bottom:${LINE};overflow-wrap:anywhere;word-break:break-word">${bold}${rest.join('')}</td>`;
}

function anchor(href: string, text: string): string {
  return `<a href="${escaped(href)}" style="color:inherit;text-decoration:underline">${escaped(text)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return plainLine(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');
}
