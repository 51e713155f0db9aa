import js from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import globals from './scripts/lint/globals.mjs';
import tseslint from 'typescript-eslint';

/** The rule set that n8n's package scan applies to self-hosted packages, with what cannot hold here. */
const packageScan = {
  plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin },
  rules: {
    ...n8nCommunityNodesPlugin.configs.recommendedWithoutN8nCloudSupport.rules,
    // The package keeps state in SQLite or PostgreSQL and parses pages: it cannot do without libraries.
    '@n8n/community-nodes/no-runtime-dependencies': 'off',
    // PostgreSQL state uses n8n's own `postgres` credential, so that users do not enter it twice.
    '@n8n/community-nodes/no-credential-reuse': 'off',
    '@n8n/community-nodes/valid-credential-references': 'off',
    // The operations of a node are few: a resource level would only add a click.
    '@n8n/community-nodes/resource-operation-pattern': 'off',
    // The address of the public repository is entered when the package is published.
    '@n8n/community-nodes/require-homepage': 'off',
  },
};

/** One of the older plugin's rule sets, by name. */
const nodesBase = (set, exceptions = {}) => ({
  plugins: { 'n8n-nodes-base': n8nNodesBase },
  rules: { ...n8nNodesBase.configs[set].rules, ...exceptions },
});

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
  { files: ['nodes/**/*.ts', 'credentials/**/*.ts', 'package.json'], ...packageScan },
  {
    files: ['nodes/**/*.node.ts', 'nodes/**/properties*.ts', 'nodes/**/properties/*.ts'],
    ...nodesBase('nodes', {
      // Two outputs (New Entries, Summary); the newer plugin asks for NodeConnectionTypes instead of 'main'.
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      // n8n's own `postgres` credential has no Api suffix.
      'n8n-nodes-base/node-class-description-credentials-name-unsuffixed': 'off',
    }),
  },
  {
    files: ['credentials/**/*.ts'],
    ...nodesBase('credentials', {
      // The newer plugin accepts a URL here, this one wants a slug of n8n's own documentation.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
    }),
  },
  {
    files: ['package.json'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { extraFileExtensions: ['.json'], project: null },
    },
  },
);
