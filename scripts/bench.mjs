// Runs the benchmarks (all, or those whose names are given) against peers and writes what they print to
// test/bench/RESULTS.md, each into a section of its own. Every figure is a ratio within one run of its benchmark:
// machines differ, ratios hold.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { NODE } from './processes.mjs';

const FOLDER = 'test/bench';
const RESULTS = `${FOLDER}/RESULTS.md`;
const wanted = process.argv.slice(2);
const all = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.bench.mjs'))
  .sort();
const files = all.filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)));

const run = (command, args, options = {}) => spawnSync(command, args, { stdio: 'inherit', ...options });

if (files.length === 0) {
  console.error(`no benchmark is called ${wanted.join(', ')}`);
  process.exit(1);
}
if (run(NODE, ['scripts/build.mjs']).status !== 0) process.exit(1);
if (!existsSync(`${FOLDER}/peers/node_modules`))
  run('npm', ['ci', '--ignore-scripts'], { cwd: `${FOLDER}/peers` });

const sections = readSections();
const failed = [];
for (const file of files) {
  console.log(`\n== ${file}`);
  const { status, stdout } = run(NODE, ['--expose-gc', '--no-warnings', `${FOLDER}/${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  process.stdout.write(stdout);
  // what broke before it could say anything leaves the section of before
  if (stdout.trim() !== '') sections.set(file, stdout.trim());
  if (status !== 0) failed.push(file);
  writeResults();
}
console.log(failed.length === 0 ? '\nbench: every target is met' : `\nbench: missed in ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

/** The sections of before, by the benchmark that wrote them. */
function readSections() {
  const text = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : '';
  const parts = text.split(/^<!-- (\S+) -->$/m).slice(1);
  return new Map(parts.flatMap((name, k) => (k % 2 === 0 ? [[name, (parts[k + 1] ?? '').trim()]] : [])));
}

function writeResults() {
  const head = [
    '# Benchmarks',
    '',
    'Written by `npm run bench`, a section by each benchmark. Ratios within one run on one machine; absolute figures are only there to be divided.',
    '',
    `Node ${nodeVersion()}, ${os.cpus().length} cores, ${process.platform} ${process.arch}.`,
  ].join('\n');
  const present = all.filter((file) => sections.has(file));
  const body = present.map((file) => `<!-- ${file} -->\n\n${sections.get(file)}`);
  writeFileSync(RESULTS, `${[head, ...body].join('\n\n')}\n`);
}

function nodeVersion() {
  return run(NODE, ['-p', 'process.versions.node'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  }).stdout.trim();
}
