import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Monitor } from '../../lib/monitor/monitor';
import type { ListAnswer, Page } from '../../lib/monitor/parsers/parser';

/** A fetched page as parsers get it. */
export function pageOf(text: string, over: Partial<Page> = {}): Page {
  return {
    text,
    url: 'https://lists.example/list',
    fetchedAtMs: Date.parse('2026-09-15T16:00:00Z'),
    headers: { date: 'Tue, 15 Sep 2026 16:00:00 GMT' },
    ...over,
  };
}

/** The same before it is decoded. */
export function answerOf(text: string): ListAnswer {
  const { url, fetchedAtMs, headers } = pageOf(text);
  return { body: Buffer.from(text), url, fetchedAtMs, headers };
}

/** A monitor with every default. */
export function monitorWith(over: Partial<Monitor> = {}): Monitor {
  return {
    id: 'watched',
    url: 'https://lists.example/list',
    parser: 'generic',
    checkIntervalMinutes: 0,
    idPattern: null,
    idField: 'id',
    alertOnNew: true,
    storeHistory: true,
    rowSelector: null,
    detailUrl: null,
    idPath: null,
    strategy: 'seenSet',
    firstCheck: { kind: 'all' },
    maxPages: 5,
    allowEmpty: false,
    reportEdits: [],
    transactions: false,
    issuers: [],
    ...over,
  };
}

/** A file of test/fixtures as text. */
export function fixture(name: string): string {
  return readFileSync(path.join(__dirname, '../fixtures', name), 'utf8');
}
