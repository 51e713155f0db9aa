// Runs the benchmarks (all, or those whose names are given) against peers and writes what they print to
// test/bench/RESULTS.md. Every figure is a ratio within one run: machines differ, ratios hold.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';

const FOLDER = 'test/bench';
const wanted = process.argv.slice(2);
const files = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.bench.mjs'))
  .filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  .sort();

const run = (command, args, options = {}) => spawnSync(command, args, { stdio: 'inherit', ...options });

if (files.length === 0) {
  console.error(`no benchmark is called ${wanted.join(', ')}`);
  process.exit(1);
}
if (run(process.execPath, ['scripts/build.mjs']).status !== 0) process.exit(1);
if (!existsSync(`${FOLDER}/peers/node_modules`))
  run('npm', ['ci', '--ignore-scripts'], { cwd: `${FOLDER}/peers` });

const sections = [];
const failed = [];
for (const file of files) {
  console.log(`\n== ${file}`);
  const { status, stdout } = run(process.execPath, ['--expose-gc', '--no-warnings', `${FOLDER}/${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  process.stdout.write(stdout);
  sections.push(stdout.trim());
  if (status !== 0) failed.push(file);
}

if (wanted.length === 0) {
  const head = [
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Ratios of one run on one machine; absolute figures are only there to be divided.',
    '',
    `Node ${process.versions.node}, ${os.cpus().length} x ${os.cpus()[0]?.model ?? 'unknown'}, ${new Date().toISOString().slice(0, 10)}.`,
  ].join('\n');
  writeFileSync(`${FOLDER}/RESULTS.md`, `${[head, ...sections].join('\n\n')}\n`);
}
console.log(failed.length === 0 ? '\nbench: every target is met' : `\nbench: missed in ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
