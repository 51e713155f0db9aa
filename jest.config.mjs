/** Packages that ship ES modules only and are loaded by require() in the tests. */
const esModules = ['encoding-sniffer', '@exodus/bytes', 're2js'];

export default {
  testEnvironment: 'node',
  // Machines are shared: a time limit is here to end what hangs, not to measure.
  testTimeout: 60_000,
  testMatch: ['<rootDir>/test/{unit,contract,integration,attack,corpus}/**/*.test.ts'],
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  moduleNameMapper: {
    '/startThread$': '<rootDir>/test/helpers/startThread.ts',
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.n8n-dev/'],
};
