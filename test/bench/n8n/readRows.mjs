/**
 * The rows of the list as n8n's Code node may read them: eight columns and the link, in one pass of a streaming parser that keeps no
 * tree. Its source is the node's code, so it stands alone.
 */
export function readRows(html, { Parser }) {
  const names = [
    'politician',
    'issuer',
    'published',
    'traded',
    'filedAfter',
    'owner',
    'type',
    'size',
    'price',
    'detail',
  ];
  const rows = [];
  let [row, column, inBody] = [null, -1, false];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'tbody') inBody = true;
      else if (inBody && name === 'tr') [row, column] = [{}, -1];
      else if (row !== null && name === 'td') row[names[++column]] = '';
      else if (row !== null && name === 'a' && names[column] === 'detail') row.link = attributes.href;
    },
    ontext(text) {
      if (row !== null && column >= 0) row[names[column]] += text;
    },
    onclosetag(name) {
      if (name === 'tbody') inBody = false;
      if (name === 'tr' && row !== null) {
        rows.push(row);
        row = null;
      }
    },
  });
  parser.end(html);
  return rows;
}
