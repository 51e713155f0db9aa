// The package in a real n8n: builds it, fetches n8n once, and runs test/e2e. Arguments choose files by name.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { installN8n } from './n8n/install.mjs';
import { endChildrenOnSignals, launch, NODE, ROOT } from './processes.mjs';

endChildrenOnSignals();
const build = spawnSync(NODE, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
if (build.status !== 0) process.exit(1);
await installN8n((line) => console.log(line));

const folder = path.join(ROOT, 'test/e2e');
const chosen = process.argv.slice(2);
const files = readdirSync(folder)
  .filter(
    (name) =>
      name.endsWith('.test.mjs') && (chosen.length === 0 || chosen.some((part) => name.includes(part))),
  )
  .map((name) => path.join(folder, name));
// one process for all files: they share one n8n
const child = launch(NODE, ['--test', '--test-isolation=none', '--test-reporter=spec', ...files], {
  cwd: ROOT,
  stdio: 'inherit',
});
child.once('exit', (status) => process.exit(status ?? 1));
