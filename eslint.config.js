import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The folders of the web UI that each folder may import. Layers point down, so there are no cycles. */
const webFolders = {
  http: [],
  ui: ['http'],
  sql: [],
  parameters: ['http', 'sql'],
  tabs: ['http', 'ui', 'parameters'],
  schema: ['http', 'ui'],
  shares: ['http', 'ui'],
  results: ['http', 'ui', 'sql', 'shares'],
  charts: ['http', 'ui', 'results'],
  queries: ['http', 'ui', 'shares', 'tabs', 'results', 'charts'],
  compare: ['http', 'ui', 'results'],
  history: ['http', 'ui', 'shares', 'parameters', 'tabs', 'results', 'charts', 'runs', 'compare'],
  editor: ['http', 'ui', 'sql', 'parameters', 'tabs', 'schema', 'results', 'charts', 'queries'],
  runs: ['http', 'ui', 'tabs', 'results', 'editor'],
  'run-query': ['http', 'ui', 'parameters', 'results', 'charts', 'editor'],
  'public-link': ['http', 'ui', 'results', 'charts'],
  tokens: ['http', 'ui'],
  admin: ['http', 'ui', 'results', 'tokens'],
  profile: ['http', 'ui', 'tokens'],
  'sign-in': ['http', 'ui'],
};

const foldersIn = (folder) =>
  readdirSync(join(import.meta.dirname, 'apps/web/src', folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/bundle/**',
      '**/data/**',
      '**/.tap/**',
      'packages/database/src/generated/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Our interfaces are made of closures: nothing of ours reads `this`.
      '@typescript-eslint/unbound-method': 'off',
      // `while ((await chunks.next()).done !== true);` and loops that end by return.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'always' },
      ],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[property.name=/^\\$(query|execute)RawUnsafe$/]',
          message: 'Tagged templates make parameters of values; a text would make SQL of them.',
        },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only packages/config reads the environment.',
        },
      ],
    },
  },
  {
    files: [
      'packages/config/src/**',
      'packages/testkit/src/**',
      'packages/driver-testkit/src/**',
      'packages/client/src/cli/**',
      'prisma.config.ts',
      '**/test/**',
      'bench/**',
      'packages/chaos/src/**',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/test/**/*.ts', 'packages/driver-testkit/src/**', 'bench/**/*.ts'],
    rules: {
      // tap's own calls return promises that it tracks itself.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'teardown'], package: '@tapjs/test' },
            { from: 'package', name: ['test', 'teardown'], package: '@tapjs/core' },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': 'off',
      // An async test function ends by itself, which tap needs.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['apps/web/src/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  ...Object.entries(webFolders).map(([folder, allowed]) => ({
    files: [`apps/web/src/${folder}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(?!(${[folder, ...foldersIn(folder), ...allowed].join('|')})/)[a-z-]+/`,
              message: `${folder} may import only: ${allowed.join(', ') || 'no other folder'}.`,
            },
          ],
        },
      ],
    },
  })),
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        AbortController: 'readonly',
        URL: 'readonly',
        clearTimeout: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
);
