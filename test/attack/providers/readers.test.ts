import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { seal } from '../../../lib/envelope';
import { ToolError } from '../../../lib/errors';
import { removeSecrets } from '../../../lib/redact';
import { endpointOf, PROVIDERS, readAnswer } from '../../../lib/providers/index';
import { OPERATIONS, PROVIDER_NAMES, type Operation, type Provider } from '../../../lib/providers/provider';
import { NOON, queryOf } from '../../helpers/providerAnswers';

const KEY = 'SECRETKEY99';
const FETCHED_AT = Date.parse(NOON);
const SYMBOLS: Readonly<Record<Operation, string>> = {
  quote: 'ACME',
  history: 'BTC/USD',
  crypto: 'BTC',
  forex: 'EUR/USD',
  search: 'acme',
};

/** Our own bodies, and the recorded ones where they lie beside this checkout. */
const folders = [
  path.resolve(__dirname, '../../fixtures'),
  path.resolve(__dirname, '../../../../shared/corpus/finance'),
];
const bodies = folders
  .flatMap((folder) => PROVIDER_NAMES.map((name) => path.join(folder, name)))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
  .filter((file) => !file.endsWith('.tsv'))
  .map((file) => readFileSync(file, 'utf8'))
  // The list of all coins is too long to be read by everybody.
  .filter(({ length }) => length < 100_000);

/** One body through every reader of every provider: a sealed answer that keeps the promises, or a ToolError. */
function feed(text: string, status: number): void {
  for (const provider of Object.values(PROVIDERS))
    for (const operation of OPERATIONS)
      if (endpointOf(provider, operation) !== null) one(provider, operation, text, status);
}

function one(provider: Provider, operation: Operation, text: string, status: number): void {
  const answer = { url: null, status, headers: {}, text, fetchedAtMs: FETCHED_AT };
  const clean = (value: string) => removeSecrets(value, [KEY]);
  try {
    const reading = readAnswer(provider, operation, answer, queryOf(operation, SYMBOLS[operation]), clean);
    const sealed = seal(reading, { fetchedAtMs: FETCHED_AT, source: 'https://example.com/' });
    const prices =
      'bars' in reading.data
        ? reading.data.bars.map(({ close }) => close)
        : 'price' in reading.data
          ? [reading.data.price]
          : [];
    const faults = [
      ...faultsOf(sealed),
      ...(prices.includes(0) ? ['a price of 0'] : []),
      ...(sealed.dataAsOf !== null && Date.parse(sealed.dataAsOf) > FETCHED_AT + 60_000
        ? [sealed.dataAsOf]
        : []),
    ];
    if (faults.length > 0) throw new Error(`${provider.name} ${operation}: ${faults.join(', ')}`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.message === '' || error.message.includes(KEY)) throw new Error(`message: "${error.message}"`);
  }
}

/** Paths of what must not be: NaN, Infinity, undefined, empty texts, the key. */
function faultsOf(value: unknown, at = ''): readonly string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${at}: ${value}`];
  if (typeof value === 'string') return value === '' || value.includes(KEY) ? [`${at}: "${value}"`] : [];
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value !== 'object') return [`${at}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, part]) => faultsOf(part, `${at}.${key}`));
}

it('has bodies of every provider to read', () => {
  expect(bodies.length).toBeGreaterThan(50);
});

it.each([200, 401, 404, 429, 500])('reads every body with every reader (status %i)', (status) => {
  for (const body of bodies) feed(body, status);
});

it('reads every body cut off anywhere', () => {
  for (const body of bodies.filter(({ length }) => length < 4000))
    for (const share of [0.2, 0.5, 0.9]) feed(body.slice(0, Math.floor(body.length * share)), 200);
});

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '-',
    '0',
    '0.0000',
    'NaN',
    '1e999',
    KEY,
    'Infinity',
    -1,
    1e300,
    true,
    [],
    {},
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string(),
);

/** Every leaf of a body may be replaced by something odd, and every part may be missing. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) return fc.tuple(...value.slice(0, 5).map(broken)).map((list) => [...list]);
  if (typeof value !== 'object' || value === null)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd });
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, broken(part)]));
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(parts) },
    { weight: 1, arbitrary: fc.record(parts, { requiredKeys: [] }) },
    { weight: 1, arbitrary: odd },
  );
}

const small = bodies
  .filter(({ length }) => length < 3000)
  .flatMap((body) => {
    try {
      return [JSON.parse(body) as unknown];
    } catch {
      return [];
    }
  });

it('keeps its promises over bodies whose parts are missing, null, of another type, or absurd', () => {
  const body = fc.oneof(...small.map(broken));
  fc.assert(
    fc.property(body, fc.constantFrom(200, 200, 200, 400, 503), (json, status) => {
      feed(JSON.stringify(json), status);
    }),
    { numRuns: 400 },
  );
});

it('keeps its promises over any JSON and any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      feed(text, 200);
    }),
    { numRuns: 300 },
  );
});

it('refuses a body that nests without end at once', () => {
  feed('['.repeat(2_000_000), 200);
  feed(`{"chart":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`, 200);
});
