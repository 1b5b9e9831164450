import { readdirSync } from 'node:fs';
import { join } from 'node:path';

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

const foldersOutside = (folder, allowed) => {
  const open = new Set([folder, ...foldersIn(folder), ...allowed]);
  return foldersIn('.').filter((each) => !open.has(each));
};

/** ESLint's recommended rules for all files. */
const general = [
  'for-direction',
  'no-async-promise-executor',
  'no-case-declarations',
  'no-compare-neg-zero',
  'no-cond-assign',
  'no-constant-binary-expression',
  'no-constant-condition',
  'no-control-regex',
  'no-debugger',
  'no-delete-var',
  'no-dupe-else-if',
  'no-duplicate-case',
  'no-empty',
  'no-empty-character-class',
  'no-empty-pattern',
  'no-empty-static-block',
  'no-eval',
  'no-ex-assign',
  'no-extra-boolean-cast',
  'no-fallthrough',
  'no-global-assign',
  'no-invalid-regexp',
  'no-irregular-whitespace',
  'no-loss-of-precision',
  'no-misleading-character-class',
  'no-new-func',
  'no-nonoctal-decimal-escape',
  'no-prototype-builtins',
  'no-regex-spaces',
  'no-self-assign',
  'no-shadow-restricted-names',
  'no-sparse-arrays',
  'no-unassigned-vars',
  'no-unexpected-multiline',
  'no-unsafe-finally',
  'no-unsafe-optional-chaining',
  'no-unused-labels',
  'no-unused-private-class-members',
  'no-useless-assignment',
  'no-useless-backreference',
  'no-useless-catch',
  'no-useless-escape',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'preserve-caught-error',
  'require-yield',
  'use-isnan',
  'valid-typeof',
];

/** More of ESLint's recommended rules: in TypeScript, the compiler finds the same. */
const scripts = [
  'constructor-super',
  'getter-return',
  'no-class-assign',
  'no-const-assign',
  'no-dupe-class-members',
  'no-dupe-keys',
  'no-func-assign',
  'no-import-assign',
  'no-new-native-nonconstructor',
  'no-obj-calls',
  'no-redeclare',
  'no-setter-return',
  'no-this-before-super',
  'no-undef',
  'no-unreachable',
  'no-unsafe-negation',
  'no-unused-vars',
  'no-with',
];

/** The rules of typescript-eslint's strict set, with types. */
const typed = [
  'await-thenable',
  'consistent-type-imports',
  'no-array-constructor',
  'no-array-delete',
  'no-base-to-string',
  'no-deprecated',
  'no-duplicate-enum-values',
  'no-duplicate-type-constituents',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-extra-non-null-assertion',
  'no-extraneous-class',
  'no-floating-promises',
  'no-for-in-array',
  'no-generated-empty-object-type',
  'no-implied-eval',
  'no-invalid-void-type',
  'no-meaningless-void-operator',
  'no-misused-new',
  'no-misused-promises',
  'no-misused-spread',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-asserted-optional-chain',
  'no-non-null-assertion',
  'no-redundant-type-constituents',
  'no-require-imports',
  'no-this-alias',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-declaration-merging',
  'no-unsafe-enum-assignment',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-unsafe-unary-minus',
  'no-unused-expressions',
  'no-useless-constructor',
  'no-useless-default-assignment',
  'no-wrapper-object-types',
  'only-throw-error',
  'prefer-as-const',
  'prefer-literal-enum-member',
  'prefer-namespace-keyword',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'require-await',
  'switch-exhaustiveness-check',
  'triple-slash-reference',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
];

const errors = (names, prefix = '') =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, 'error']));

/** Prisma's functions that take SQL as a string. */
const unsafeQueries = ['$queryRawUnsafe', '$executeRawUnsafe'].map((property) => ({
  property,
  message: 'Tagged templates make parameters of values; a text would make SQL of them.',
}));

const environment = {
  object: 'process',
  property: 'env',
  message: 'Only packages/config reads the environment.',
};

export default {
  plugins: ['eslint', 'typescript', 'react'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true },
  ignorePatterns: [
    '**/dist/**',
    '**/bundle/**',
    '**/data/**',
    '**/.tap/**',
    'packages/database/src/generated/**',
  ],
  rules: errors(general),
  overrides: [
    { files: ['**/*.{js,cjs,mjs}'], env: { node: true }, rules: errors(scripts) },
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...errors(typed, 'typescript/'),
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': [
          'error',
          { allowAny: false, allowNever: false, allowRegExp: false },
        ],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
        // `while ((await chunks.next()).done !== true);` and loops that end by return.
        'typescript/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'always' }],
        'no-restricted-properties': ['error', ...unsafeQueries, environment],
      },
    },
    {
      files: [
        'packages/config/src/**',
        'packages/testkit/src/**',
        'packages/driver-testkit/src/**',
        'packages/client/src/cli/**',
        'prisma.config.ts',
        'packages/chaos/src/**',
      ],
      rules: { 'no-restricted-properties': ['error', ...unsafeQueries] },
    },
    {
      files: ['**/test/**/*.ts', 'packages/driver-testkit/src/**', 'bench/**/*.ts'],
      rules: {
        // tap's own calls return promises that it tracks itself.
        'typescript/no-floating-promises': [
          'error',
          {
            allowForKnownSafeCalls: ['test'],
          },
        ],
        'typescript/no-non-null-assertion': 'off',
        'no-restricted-properties': 'off',
        // An async test function ends by itself, which tap needs.
        'typescript/require-await': 'off',
      },
    },
    {
      files: ['{apps,packages}/*/src/**', 'bench/**', 'scripts/**'],
      rules: { 'max-lines': ['error', 300] },
    },
    {
      files: ['**/generated/**', 'packages/database/src/sql/embedded.ts'],
      rules: { 'max-lines': 'off' },
    },
    {
      files: ['apps/web/src/**'],
      rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' },
    },
    ...Object.entries(webFolders).map(([folder, allowed]) => ({
      files: [`apps/web/src/${folder}/**`],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                regex: `^(\\.\\./)+(${foldersOutside(folder, allowed).join('|')})/`,
                message: `${folder} may import only: ${allowed.join(', ') || 'no other folder'}.`,
              },
            ],
          },
        ],
      },
    })),
  ],
};
