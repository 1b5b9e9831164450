/** Import direction: leaves ← packages ← apps; inside an app only downwards. */
const leaves = '^packages/(errors|contracts|sql|targets)/';

/** A folder of apps/api/src that owns one subject; `identity` has one for each sign-in method. */
const apiDomain = 'identity/[^/]+|(?!identity/)[^/]+';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'leaves-import-no-package',
      severity: 'error',
      from: { path: leaves },
      to: { path: '^(apps|packages)/', pathNot: leaves },
    },
    {
      name: 'packages-import-no-app',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/testkit/' },
      to: { path: '^apps/' },
    },
    {
      name: 'only-tests-import-the-testkit',
      severity: 'error',
      from: { pathNot: ['/test/', '^packages/(testkit|driver-testkit|chaos)/', '^bench/'] },
      to: { path: '^packages/(driver-)?testkit/' },
    },
    {
      name: 'attacks-are-not-imported',
      severity: 'error',
      from: { pathNot: '^packages/chaos/' },
      to: { path: '^packages/chaos/' },
    },
    {
      name: 'apps-do-not-import-each-other',
      comment: 'The standalone launcher alone wires apps, by their entry points.',
      severity: 'error',
      from: { path: '^apps/(api|worker)/src' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'the-api-opens-no-target-database',
      severity: 'error',
      from: { path: '^apps/api/src' },
      to: {
        path: '^packages/driver(s|-[^/]+)/',
        pathNot: '^packages/drivers/(src|dist)/definitions\\.',
      },
    },
    {
      name: 'view-engine-runs-in-its-own-process',
      comment:
        'The API starts the process by its entry point and loads no DuckDB. Types are allowed.',
      severity: 'error',
      from: { path: '^packages/result-views/src/', pathNot: '^packages/result-views/src/engine/' },
      to: {
        path: ['^packages/result-views/src/engine/', '^packages/driver-(?!kit/)', '@duckdb/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'definitions-import-no-engine',
      comment: 'The API and the web page read definitions where no engine is installed.',
      severity: 'error',
      from: { path: '^packages/(driver-[^/]+/src/definition|drivers/src/definitions)\\.ts$' },
      to: {
        path: '.',
        pathNot: [
          '^packages/driver-kit/(src|dist)/definition/',
          '^packages/driver-[^/]+/(src|dist)/definition\\.',
        ],
      },
    },
    {
      name: 'driver-kit-imports-only-leaves',
      severity: 'error',
      from: { path: '^packages/driver-kit/src' },
      to: { path: '^(apps|packages)/', pathNot: [leaves, '^packages/driver-kit/'] },
    },
    {
      name: 'drivers-import-only-driver-kit',
      comment: 'Beside leaves and the SDK of the engine. Drivers never import each other.',
      severity: 'error',
      from: { path: '^packages/(driver-[^/]+)/src', pathNot: '^packages/driver-(kit|testkit)/' },
      to: {
        path: '^(apps|packages)/',
        pathNot: [leaves, '^packages/driver-kit/', '^packages/$1/'],
      },
    },
    {
      name: 'only-the-registry-names-engines',
      comment: 'A deployment can leave an engine out: everything else asks the registry for it.',
      severity: 'error',
      from: { pathNot: ['^packages/drivers/src/', '^packages/driver-[^/]+/', '/test/'] },
      to: { path: '^packages/driver-(?!kit/|testkit/)' },
    },
    {
      name: 'engines-are-loaded-on-first-use',
      severity: 'error',
      from: { path: '^packages/drivers/src/' },
      to: {
        path: '^packages/driver-(?!kit/|testkit/)',
        pathNot: '/definition\\.',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'api-domains-import-each-other-by-their-index',
      comment: 'A domain is a folder of apps/api/src, or of apps/api/src/identity.',
      severity: 'error',
      from: { path: `^apps/api/src/(${apiDomain})/` },
      to: {
        path: `^apps/api/src/(${apiDomain})/`,
        pathNot: ['^apps/api/src/$1/', '/index\\.ts$'],
      },
    },
    {
      name: 'the-api-composition-imports-domains-by-their-index',
      severity: 'error',
      from: { path: '^apps/api/src/(compose/)?[^/]+\\.ts$' },
      to: {
        path: `^apps/api/src/(${apiDomain})/`,
        pathNot: ['^apps/api/src/compose/', '/index\\.ts$'],
      },
    },
    {
      name: 'api-domains-do-not-import-the-composition',
      severity: 'error',
      from: { path: `^apps/api/src/(${apiDomain})/`, pathNot: '^apps/api/src/compose/' },
      to: { path: '^apps/api/src/(compose/)?[^/]+\\.ts$' },
    },
    {
      name: 'api-services-do-not-import-fastify',
      comment: 'Only routes, plugins, replies and what is common to all routes know the framework.',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: [
          '^apps/api/src/(compose|http)/',
          '^apps/api/src/compose\\.ts$',
          '(/|-)(routes|plugin)\\.ts$',
          '/routes/',
        ],
      },
      to: { path: '(^|node_modules/)(fastify|@fastify/[^/]+|fastify-type-provider-zod)(/|$)' },
    },
    {
      name: 'worker-duties-do-not-import-the-processes',
      severity: 'error',
      from: { path: '^apps/worker/src/(claim|run|session|sweep|requests|delivery|telemetry)/' },
      to: { path: '^apps/worker/src/(executor|supervisor)/' },
    },
    {
      name: 'worker-duties-are-imported-through-their-index',
      severity: 'error',
      from: { path: '^apps/worker/src/(claim|run|session|sweep|requests|delivery|telemetry)/' },
      to: {
        path: '^apps/worker/src/(claim|run|session|sweep|requests|delivery|telemetry)/',
        pathNot: '^apps/worker/src/(?:$1/|[a-z]+/index\\.ts$)',
      },
    },
    {
      name: 'no-unresolvable',
      comment: 'Of the workbench the compiler says it: `.js` for a `.tsx` is unknown here.',
      severity: 'error',
      from: { pathNot: '^apps/web/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist/', 'bundle/'] },
    exclude: { path: ['generated', 'bundle/', '\\.d\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
    },
  },
};
