import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from './scripts/lint/globals.mjs';
import tseslint from 'typescript-eslint';

/** What n8n's package scan would find here, and why it stays. A test holds this list against what is found. */
export const EXCEPTIONS = {
  // The package keeps state in SQLite or PostgreSQL and parses pages: it cannot do without libraries, the disk, threads
  // and time limits. n8n Cloud forbids them, so this package is for self-hosted n8n.
  '@n8n/community-nodes/no-runtime-dependencies': 'off',
  '@n8n/community-nodes/no-restricted-imports': 'off',
  '@n8n/community-nodes/no-restricted-globals': 'off',
  // PostgreSQL state uses n8n's own `postgres` credential, so that users do not enter it twice; it has no Api suffix.
  '@n8n/community-nodes/no-credential-reuse': 'off',
  '@n8n/community-nodes/valid-credential-references': 'off',
  'n8n-nodes-base/node-class-description-credentials-name-unsuffixed': 'off',
  // The address of the public repository is entered when the package is published.
  '@n8n/community-nodes/require-homepage': 'off',
  // An AI agent may choose the operation of DirectAPI: all of them only read.
  'n8n-nodes-base/node-param-operation-without-no-data-expression': 'off',
  // Defaults stand in lib/limits, each said once; the rule knows literals alone.
  'n8n-nodes-base/node-param-default-missing': 'off',
  // `id` as a name in JSON and in an address, which is what a user types.
  'n8n-nodes-base/node-param-placeholder-miscased-id': 'off',
};

/** What the scan itself leaves out of the older plugin: rules that are wrong for community nodes. */
const NOT_SCANNED = {
  'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
  'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
  'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
  'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
  'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
};

/** The rules of n8n's package scan, for each kind of file that it reads. `off`: rules left out. */
export const packageScan = (off) => {
  const newer = { ...n8nCommunityNodesPlugin.configs.recommended.rules, 'no-console': 'error' };
  const plugins = { '@n8n/community-nodes': n8nCommunityNodesPlugin, 'n8n-nodes-base': n8nNodesBase };
  const set = (files, older) => ({
    files,
    plugins,
    rules: { ...newer, ...n8nNodesBase.configs[older]?.rules, ...NOT_SCANNED, ...off },
  });
  return [
    set(['dist/**/*.js']),
    set(['nodes/**/*.ts'], 'nodes'),
    set(['credentials/**/*.ts'], 'credentials'),
    set(['nodes/**/*.json']),
    set(['package.json'], 'community'),
  ];
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.n8n-dev/', 'coverage/', 'test/bench/peers/'] },
  { files: ['**/*.{js,mjs,ts}'], ...js.configs.recommended },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals } },
  {
    // Parts of these run in the page of a browser.
    files: ['test/e2e/{contrast,digest.test}.mjs'],
    languageOptions: {
      globals: { document: 'readonly', getComputedStyle: 'readonly', NodeFilter: 'readonly' },
    },
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./test/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // Numbers in a message are meant as they are.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowNullish: false },
      ],
      // What is only named to be left out (`{ id: _, ...rest }`).
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // n8n's node methods are declared async by its interfaces.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // A node loads what it runs at its first run. Not with import(): n8n unloads a package by emptying the cache of
    // require(), so that after an update import() would run the old version under the form of the new one.
    files: ['nodes/*/*.node.ts'],
    rules: { '@typescript-eslint/no-require-imports': ['error', { allow: ['^\\./'] }] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Expectations look into answers of n8n-core and of servers, which have no types.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  ...packageScan(EXCEPTIONS),
  {
    files: ['package.json', 'nodes/**/*.json'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { extraFileExtensions: ['.json'], project: null },
    },
  },
);
