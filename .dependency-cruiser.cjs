/** Import direction: leaves ← packages ← apps; inside an app only downwards. */
const leaves = '^packages/(errors|contracts|sql|targets)/';

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
      from: { pathNot: ['/test/', '^packages/(testkit|chaos)/', '^bench/'] },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'nobody-imports-the-attacks',
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
      to: { path: '^packages/drivers/', pathNot: '^packages/drivers/(src|dist)/definitions/' },
    },
    {
      name: 'services-do-not-import-routes',
      severity: 'error',
      from: { path: '^apps/api/src/services' },
      to: { path: '^apps/api/src/(routes|plugins)' },
    },
    {
      name: 'no-sideways-between-routes',
      severity: 'error',
      from: { path: '^apps/api/src/routes/([^/]+)/' },
      to: { path: '^apps/api/src/routes/([^/]+)/', pathNot: '^apps/api/src/routes/$1/' },
    },
    {
      name: 'execution-does-not-import-handlers',
      severity: 'error',
      from: { path: '^apps/worker/src/execution' },
      to: { path: '^apps/worker/src/handlers' },
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
