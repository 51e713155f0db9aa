// Format, lint, types, layers, dead code. Runs them all and fails when any fails.
import { spawnSync } from 'node:child_process';

const STEPS = [
  ['format', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['types', 'tsc', '--noEmit', '-p', 'test/tsconfig.json'],
  ['lint', 'eslint', '.', 'package.json', '--max-warnings', '0'],
  ['layers', 'depcruise', 'lib', 'nodes', 'credentials', '--config', '.dependency-cruiser.cjs'],
  ['dead code', 'knip'],
];

const failed = STEPS.filter(([name, command, ...args]) => {
  console.log(`\n== ${name}`);
  return spawnSync(`node_modules/.bin/${command}`, args, { stdio: 'inherit' }).status !== 0;
});

console.log(
  failed.length === 0 ? '\ncheck: all green' : `\ncheck failed: ${failed.map(([name]) => name).join(', ')}`,
);
process.exit(failed.length === 0 ? 0 : 1);
