import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialType, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AlphaVantageApi } from '../../../credentials/AlphaVantageApi.credentials';
import { CoinGeckoApi } from '../../../credentials/CoinGeckoApi.credentials';
import { TwelveDataApi } from '../../../credentials/TwelveDataApi.credentials';
import { ERROR_CODES } from '../../../lib/errors';
import { LIMITS } from '../../../lib/limits';
import { DirectApi } from '../../../nodes/DirectApi/DirectApi.node';
import { WebFetch } from '../../../nodes/WebFetch/WebFetch.node';
import { WebMonitor } from '../../../nodes/WebMonitor/WebMonitor.node';

const ROOT = join(__dirname, '../../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const README = read('README.md');

const NODES = [new DirectApi(), new WebFetch(), new WebMonitor()].map(({ description }) => ({
  section: `## ${description.displayName}`,
  fields: fieldsOf(description.properties),
}));
const CREDENTIALS = [new TwelveDataApi(), new AlphaVantageApi(), new CoinGeckoApi()].map(
  ({ displayName, properties }: ICredentialType) => ({
    section: `### ${displayName}`,
    fields: fieldsOf(properties),
  }),
);

describe.each([...NODES, ...CREDENTIALS])('the README on $section', ({ section, fields }) => {
  const rows = rowsOf(partOf(section));
  const rowsNamed = ({ displayName }: INodeProperties): string[][] =>
    rows.filter(([name]) => name === displayName);

  it('has a row for every field of the form', () => {
    const missing = fields.filter((field) => rowsNamed(field).length === 0);
    expect(namesOf(missing)).toEqual([]);
  });

  it('names every choice of every field in its row', () => {
    const missing = fields.flatMap((field) =>
      choicesOf(field)
        .filter((choice) => !rowsNamed(field).some((row) => row.join(' ').includes(choice)))
        .map((choice) => `${field.displayName}: ${choice}`),
    );
    expect(missing).toEqual([]);
  });

  it('states the defaults that the form has', () => {
    const wrong = fields.filter((field) => {
      const stated = defaultOf(field);
      return stated !== null && !rowsNamed(field).some(([, cell]) => isDefault(cell ?? '', stated));
    });
    expect(wrong.map((field) => `${field.displayName}: ${defaultOf(field) ?? ''}`)).toEqual([]);
  });

  it('states the bounds that the form has', () => {
    const wrong = fields.filter((field) => {
      const stated = boundsOf(field);
      return stated !== null && !rowsNamed(field).some(([, , cell]) => cell?.includes(stated) === true);
    });
    expect(wrong.map((field) => `${field.displayName}: ${boundsOf(field) ?? ''}`)).toEqual([]);
  });

  it('has no row for a field that the form does not have', () => {
    const known = new Set([...fields.map(({ displayName }) => displayName), 'Field', 'Option']);
    const tables = partOf(section)
      .trim()
      .split('\n\n')
      .filter((block) => /^\| (Field|Option)\s+\| Default\s+\|/.test(block));
    expect(tables.length).toBeGreaterThan(0);
    const unknown = tables.flatMap(rowsOf).flatMap(([name = '']) => (known.has(name) ? [] : [name]));
    expect(unknown).toEqual([]);
  });
});

describe('the README', () => {
  it('tells of every error code what it means and what to do', () => {
    const rows = rowsOf(partOf('## Troubleshooting'));
    const told = rows
      .filter(([, means = '', todo = '']) => means !== '' && todo !== '')
      .map(([code]) => code);
    expect(ERROR_CODES.filter((code) => !told.includes(`\`${code}\``))).toEqual([]);
  });

  it('names only error codes that exist', () => {
    const named = README.match(/`[A-Z]+(?:_[A-Z]+)+`|`(?:NETWORK|TIMEOUT|CANCELLED|AUTH|BLOCKED)`/g) ?? [];
    const codes = named
      .map((code) => code.slice(1, -1))
      .filter((code) => !/^(N8N|HTTPS?|NO|XDG)_/.test(code));
    expect(codes.filter((code) => !(ERROR_CODES as readonly string[]).includes(code))).toEqual([]);
  });

  it('states the limits that are in force', () => {
    const stated = rowsOf(partOf('## Security and limits')).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(stated.slice(1))).toEqual(LIMITS_IN_FORCE);
  });

  it('describes every example, and no other', () => {
    const described = rowsOf(partOf('## Examples')).flatMap(
      ([file]) => /^`(examples\/.+)`$/.exec(file ?? '')?.[1] ?? [],
    );
    const present = readdirSync(join(ROOT, 'examples')).map((file) => `examples/${file}`);
    expect(described.sort()).toEqual(present.sort());
  });

  it('has a heading for every link within it', () => {
    const anchors = new Set(
      [...README.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} -]/gu, '')
          .replaceAll(' ', '-'),
      ),
    );
    const links = [...README.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });

  it('gives the rule for agents in English and in German', () => {
    expect(README).toContain(
      'Never use data without fetchedAt. Say when dataAsOf is unknown. Never invent prices.',
    );
    expect(README).toContain(
      'Verwende nie Daten ohne fetchedAt. Sage, wenn dataAsOf unbekannt ist. Erfinde keine Preise.',
    );
  });

  it('speaks of the version that this is', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(README).toContain(`"version":"${version}"`);
    expect(README).toContain(`n8n-nodes-internet-tools-${version}.tgz`);
    expect(read('CHANGELOG.md')).toContain(`## ${version}`);
  });
});

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (file) => {
  const text = read(file);

  it('names only commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const run = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    const short = [...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name = '']) => name);
    expect([...run, ...short].filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('names only files that exist, or that a script writes', () => {
    const scripts = readdirSync(join(ROOT, 'scripts'))
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => read(`scripts/${name}`));
    const missing = pathsIn(text).filter(
      (path) => !existsSync(join(ROOT, path)) && !scripts.some((script) => script.includes(path)),
    );
    expect(missing).toEqual([]);
  });
});

const { responseKb, timeoutSeconds, market, feedEntries, historyPoints } = LIMITS;
const LIMITS_IN_FORCE: Readonly<Record<string, string>> = {
  'Response of WebFetch, unpacked': `${responseKb.webFetch} KB, at most ${responseKb.max} KB`,
  'Response of WebMonitor, unpacked': `${responseKb.webMonitor} KB, at most ${responseKb.max} KB`,
  'Response of a market data provider, unpacked': `${market.responseKb} KB`,
  'Time of one request': `${timeoutSeconds.default} seconds, at most ${timeoutSeconds.max} seconds`,
  'One answer as transferred, with what is no content': `${LIMITS.answerWireBytes / 1024 / 1024} MB`,
  'Entries that one check delivers': `${LIMITS.delivery.entriesPerCheck}`,
  'Time of one check, all its requests': `${LIMITS.checkDeadlineMs / 1000} seconds`,
  Redirects: `${LIMITS.redirects}`,
  'Further attempts after network errors, 502, 503, 504 and 429 with a short Retry-After': `${LIMITS.retries}`,
  'Requests at once per host': `${LIMITS.requestsPerHost}`,
  'Requests per second to the SEC': `${LIMITS.secRequestsPerSecond}`,
  'Entries of a feed in one answer': `${feedEntries.default}, at most ${feedEntries.max}`,
  'Entries of one feed that is read': `${feedEntries.read}; more is an error`,
  'Candles of a history': `${historyPoints.default}, at most ${historyPoints.max}`,
  'Length of an ID pattern': `${LIMITS.idPattern.chars} characters`,
  'Matches of an ID pattern on a page': `${LIMITS.idPattern.matches}`,
  'Monitors in one node': `${LIMITS.monitors.perNode}`,
  'Entries shown in a digest': `${LIMITS.digestRows}`,
  'Wait for a locked state': `${LIMITS.state.lockWaitMs / 1000} seconds`,
  'IDs kept of one monitor': `${LIMITS.state.idsPerMonitor}`,
};

/** Every field of a form, those inside collections and lists of fields as well. */
function fieldsOf(properties: readonly INodeProperties[]): readonly INodeProperties[] {
  return properties.flatMap((property) => {
    const inner = (property.options ?? []).flatMap((option): INodeProperties[] => {
      if ('values' in option) return option.values;
      return 'type' in option ? [option] : [];
    });
    return [property, ...fieldsOf(inner)];
  });
}

/** The names of a dropdown's choices, or of the ways to fill in a locator. */
function choicesOf({ type, options = [], modes = [] }: INodeProperties): readonly string[] {
  if (type === 'resourceLocator') return modes.map(({ displayName }) => displayName);
  return type === 'options' ? options.map(({ name }) => name) : [];
}

/** A default as the README writes it; null where it has no short form. */
function defaultOf({ type, default: value, options = [] }: INodeProperties): string | null {
  if (type === 'boolean') return value === true ? 'on' : 'off';
  if (type === 'options')
    return (options as INodePropertyOptions[]).find((option) => option.value === value)?.name ?? null;
  if (Array.isArray(value)) return (value as string[]).join(', ');
  if (typeof value === 'number') return String(value);
  if (type !== 'string' || typeof value !== 'string') return null;
  return value === '' ? 'empty' : `\`${value}\``;
}

/** The tool's form asks where the canvas has a default: its choice stands in the text. */
function isDefault(cell: string, stated: string): boolean {
  return cell === stated || cell.startsWith(`${stated} (`) || stated.startsWith('Choose');
}

function boundsOf({ type, typeOptions = {} }: INodeProperties): string | null {
  const { minValue, maxValue } = typeOptions;
  if (type !== 'number' || minValue === undefined) return null;
  return maxValue === undefined ? `at least ${minValue}` : `${minValue} to ${maxValue}`;
}

function namesOf(fields: readonly INodeProperties[]): readonly string[] {
  return fields.map(({ displayName }) => displayName);
}

/** From a heading to the next one that is as high or higher. */
function partOf(heading: string): string {
  const from = README.indexOf(`\n${heading}\n`);
  if (from < 0) throw new Error(`The README has no "${heading}".`);
  const rest = README.slice(from + heading.length + 2);
  const end = rest.search(heading.startsWith('###') ? /^###? /m : /^## /m);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The cells of every table row. */
function rowsOf(part: string): string[][] {
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| -/.test(line))
    .map((line) =>
      line
        .slice(2)
        .replace(/\s*\|$/, '')
        .split(' | ')
        .map((cell) => cell.trim()),
    );
}

/** What stands in backticks, or behind a link, and begins like a path of this repository. */
function pathsIn(text: string): readonly string[] {
  const roots = readdirSync(ROOT).filter((name) => !['node_modules', 'dist'].includes(name));
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
  const linked = [...text.matchAll(/\]\((?!#|https?:)([^)]+)\)/g)].map(([, path = '']) => path);
  const named = quoted.filter(
    (path) =>
      /^[\w./-]+$/.test(path) &&
      (path.includes('/')
        ? roots.includes(path.split('/')[0] ?? '')
        : /\.(md|json|mjs|cjs)$/.test(path) && roots.includes(path)),
  );
  return [...named, ...linked];
}
