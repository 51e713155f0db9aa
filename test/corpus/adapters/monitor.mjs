import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { parseOwnership } = require('../../../dist/lib/monitor/parsers/ownership.js');
const { parserFor } = require('../../../dist/lib/monitor/parsers/index.js');

export { parseOwnership };

/** One page through one parser, as the corpus checks call it. */
export function parsePage(parser, text, { url, fetchedAt, headers = {}, idPattern, rowSelector, detailUrl }) {
  const monitor = monitorOf({ url, parser, idPattern, rowSelector, detailUrl });
  return parserFor(parser).parse({ text, url, fetchedAtMs: Date.parse(fetchedAt), headers }, monitor);
}

function monitorOf({ url, parser, idPattern, rowSelector, detailUrl }) {
  return {
    id: 'corpus',
    url,
    parser,
    checkIntervalMinutes: 0,
    idPattern: idPattern ?? null,
    idField: 'id',
    alertOnNew: true,
    storeHistory: true,
    rowSelector: rowSelector ?? null,
    detailUrl: detailUrl ?? null,
    idPath: null,
    strategy: 'seenSet',
    firstCheck: { kind: 'all' },
    maxPages: 1,
    allowEmpty: false,
    reportEdits: [],
    transactions: false,
    issuers: [],
  };
}
