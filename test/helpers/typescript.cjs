// Lets a child process of a test load the TypeScript sources: node --require test/helpers/typescript.cjs file.ts
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const cache = join(tmpdir(), `typescript-for-tests-${process.getuid?.() ?? 0}`);
mkdirSync(cache, { recursive: true });

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  module._compile(compiled(source, filename), filename);
};

// Loading the compiler takes longer than a check: what was compiled once is kept by its content.
function compiled(source, filename) {
  const kept = join(cache, createHash('sha256').update(source).digest('hex'));
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const { code } = require('@swc/core').transformSync(source, {
      filename,
      jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
      sourceMaps: false,
      swcrc: false,
    });
    writeFileSync(`${kept}.${process.pid}`, code);
    renameSync(`${kept}.${process.pid}`, kept);
    return code;
  }
}
