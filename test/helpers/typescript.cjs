// Lets a child process of a test load the TypeScript sources: node --require test/helpers/typescript.cjs file.ts
const { readFileSync } = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
    swcrc: false,
  });
  module._compile(code, filename);
};
