import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const MB = 1_000_000;

/** What the package's manifest says that matters here. */
interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
  readonly peerDependencies?: unknown;
  readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
}

describe('the package as n8n installs it', () => {
  let userFolder: string;
  let folder: string;
  let manifest: Manifest;

  beforeAll(() => {
    userFolder = mkdtempSync(path.join(os.tmpdir(), 'package-'));
    const place = path.join(ROOT, 'scripts/n8n/place.mjs');
    const script = `import(${JSON.stringify(place)})
      .then(({ placePackage }) => placePackage(${JSON.stringify(userFolder)}))
      .then(({ folder }) => console.log(folder))`;
    folder = node(['-e', script]).trim();
    manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  }, 300_000);

  afterAll(() => {
    rmSync(userFolder, { recursive: true, force: true });
  });

  it('holds every file that its manifest promises to n8n', () => {
    const promised = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
    expect(promised.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  });

  it('holds only what runs in n8n: scripts, the descriptions of nodes, and icons', () => {
    const others = filesOf(path.join(folder, 'dist')).filter(
      (file) => !/\.(js|node\.json|svg|png)$/.test(file),
    );
    expect(others).toEqual([]);
  });

  it('stays under 50 MB with everything it needs, and under 2 MB by itself', () => {
    const all = sizeOf(folder);
    const own = all - sizeOf(path.join(folder, 'node_modules'));
    expect(all).toBeLessThan(50 * MB);
    expect(own).toBeLessThan(2 * MB);
  });

  it('brings no second n8n-workflow and no test or build tool', () => {
    const brought = readdirSync(path.join(folder, 'node_modules'));
    expect(brought).not.toContain('n8n-workflow');
    expect(brought).not.toContain('typescript');
    expect(brought).not.toContain('jest');
  });

  it('declares every package that its files require', () => {
    // n8n puts its own packages on the search path: an undeclared one would be found there, in another version
    const declared = new Set([...Object.keys(manifest.dependencies), ...builtinModules, 'n8n-workflow']);
    const required = filesOf(path.join(folder, 'dist'))
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(/\b(?:require|import)\(["']([^."'][^"']*)["']\)/g),
      ])
      .map(([, name]) => packageOf(name ?? ''));
    const undeclared = required.filter((name) => !declared.has(name) && !name.startsWith('node:'));
    expect(undeclared).toEqual([]);
    expect(required).toContain('n8n-workflow');
  });

  it("passes n8n's package scan, in source and as packed, but for the exceptions that the linter's settings name", () => {
    const file = (name: string): string => JSON.stringify(path.join(ROOT, name));
    const script = `Promise.all([
      import(${file('scripts/lint/scanPackage.mjs')}),
      import(${file('eslint.config.mjs')}),
    ]).then(async ([{ scanPackage }, { EXCEPTIONS }]) =>
      console.log(JSON.stringify({
        found: await scanPackage(${JSON.stringify({ root: ROOT, packed: folder })}),
        exceptions: Object.keys(EXCEPTIONS),
      })));`;
    const { found, exceptions } = JSON.parse(node(['-e', script])) as {
      readonly found: readonly { readonly rule: string; readonly where: string }[];
      readonly exceptions: readonly string[];
    };
    expect(found.filter(({ rule }) => !exceptions.includes(rule))).toEqual([]);
    expect(exceptions.filter((name) => !found.some(({ rule }) => rule === name))).toEqual([]);
  }, 300_000);

  it('has a database driver that works although no install script ran', () => {
    const script = `const Database = require('better-sqlite3');
      console.log(new Database(':memory:').prepare('select 6 * 7 as answer').get().answer)`;
    expect(node(['-e', script], folder).trim()).toBe('42');
  });

  it('loads nothing but its forms when n8n starts', () => {
    const loaded = loadedBy([...manifest.n8n.nodes, ...manifest.n8n.credentials]);
    expect(loaded).toEqual(expect.arrayContaining(manifest.n8n.nodes.map((file) => path.join(folder, file))));
    expect(loaded.filter((file) => file.startsWith(path.join(folder, 'node_modules')))).toEqual([]);
    expect(loaded.filter((file) => /\/(execute|runtime)\.js$/.test(file))).toEqual([]);
  });

  it('loads no database driver before one is needed', () => {
    const runs = manifest.n8n.nodes.map((file) => path.join(path.dirname(file), 'execute.js'));
    const loaded = loadedBy(runs);
    expect(loaded.some((file) => file.includes('/node_modules/undici/'))).toBe(true);
    expect(
      loaded.filter((file) => /\/node_modules\/(better-sqlite3|pg|pg-pool|bindings)\//.test(file)),
    ).toEqual([]);
  });

  /** Every file that a process has loaded which had n8n-workflow, and then loaded these files of the package. */
  function loadedBy(files: readonly string[]): string[] {
    const script = `
      require('n8n-workflow');
      const before = new Set(Object.keys(require.cache));
      for (const file of ${JSON.stringify(files.map((file) => path.join(folder, file)))}) require(file);
      console.log(JSON.stringify(Object.keys(require.cache).filter((file) => !before.has(file))));`;
    return JSON.parse(node(['-e', script])) as string[];
  }
});

/**
 * Runs Node where n8n-workflow is found as in n8n: on the search path, not inside the package. Not as a test, since one of
 * n8n's linter plugins then takes every file for one of its own tests.
 */
function node(args: readonly string[], cwd = ROOT): string {
  const env = { ...process.env, NODE_ENV: 'production', NODE_PATH: path.join(ROOT, 'node_modules') };
  return execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function sizeOf(folder: string): number {
  return filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
