// Compiles the package into dist/ and copies the icons. `--clean` starts from an empty dist.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

if (process.argv.includes('--clean')) rmSync('dist', { recursive: true, force: true });
for (const [command, ...args] of [['tsc'], ['gulp', 'icons', '--silent']]) {
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
