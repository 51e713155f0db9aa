// Runs the tests on a fresh build. `--long` runs the long ones instead; other arguments go to jest.
import { spawnSync } from 'node:child_process';

const long = process.argv.includes('--long');
const rest = process.argv.slice(2).filter((argument) => argument !== '--long');
const jest = [
  'node_modules/jest/bin/jest.js',
  '--config',
  long ? 'jest.long.config.mjs' : 'jest.config.mjs',
  ...rest,
];

for (const command of [['scripts/build.mjs'], [...jest]]) {
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
