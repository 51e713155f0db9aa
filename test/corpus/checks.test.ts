import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The quick corpus checks with the least that each must reach; `npm run corpus -- all` runs the slow ones too.
 * The corpus lies beside some checkouts only: in CI it must be there.
 */
const CHECKS: [name: string, ...args: string[]][] = [
  ['feeds', '--strict-text', '--order', '--min', '98.5'],
  ['feed-attacks', '--slow', '5', '--min', '100'],
  ['html-dates', '--metric', 'precision', '--min', '95'],
  ['html-dates', '--metric', 'correct', '--min', '69'],
  ['charset', '--min', '93'],
  ['conformance', '--min', '82'],
  ['urls', '--min', '100'],
  ['finance', '--min', '100'],
  ['capitol', '--min', '100'],
  ['sec', '--min', '100'],
  ['generic', '--min', '100'],
];

const root = path.resolve(__dirname, '../..');
const checks = path.resolve(root, '../shared/checks');
const here = existsSync(checks);

if (here) {
  it.each(CHECKS)(
    '%s reaches what it must',
    (name, ...args) => {
      const command = [path.join(checks, `${name}.mjs`), 'test/corpus/product.mjs', '--fails', '5', ...args];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, {
        cwd: root,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
    },
    240_000,
  );
} else {
  it('is told where the corpus would lie, and CI is not content without it', () => {
    console.warn(`No corpus at ${checks}: only the package's own fixtures were read.`);
    expect(process.env['CI']).toBeUndefined();
  });
}
