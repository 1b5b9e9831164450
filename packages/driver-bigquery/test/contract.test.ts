import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { resultOf, startBigQueryServer, type BigQueryServer, type Script } from '@sluice/testkit';
import t from 'tap';
import { testContract } from '@sluice/driver-testkit/contract-cases';

const basics = `SELECT 1 AS number, 'text' AS text, TRUE AS flag, CAST(NULL AS INT64) AS nothing`;
const nulls = 'SELECT CAST(NULL AS INT64), CAST(NULL AS STRING), CAST(NULL AS TIMESTAMP)';
const noRows = 'SELECT 1 AS a, 2 AS b FROM UNNEST([1]) WHERE FALSE';
const sameNames = 'SELECT 1 AS same, 2 AS same';

const exactly = (sql: string): RegExp =>
  new RegExp(`^${sql.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);
const field = (name: string, type: string) => ({ name, type });

const scripts: Script[] = [
  {
    pattern: exactly(basics),
    run: () => ({
      statementType: 'SELECT',
      result: resultOf(
        [
          field('number', 'INTEGER'),
          field('text', 'STRING'),
          field('flag', 'BOOLEAN'),
          field('nothing', 'INTEGER'),
        ],
        [['1', 'text', 'true', null]],
      ),
    }),
  },
  {
    pattern: exactly(nulls),
    run: () => ({
      statementType: 'SELECT',
      result: resultOf(
        [field('f0_', 'INTEGER'), field('f1_', 'STRING'), field('f2_', 'TIMESTAMP')],
        [[null, null, null]],
      ),
    }),
  },
  {
    pattern: exactly(noRows),
    run: () => ({
      statementType: 'SELECT',
      result: resultOf([field('a', 'INTEGER'), field('b', 'INTEGER')], []),
    }),
  },
  {
    // The real service accepts each name only once.
    pattern: exactly(sameNames),
    run: () => ({
      statementType: 'SELECT',
      result: resultOf([field('same', 'INTEGER'), field('same', 'INTEGER')], [['1', '2']]),
    }),
  },
  {
    pattern: /^SELECT ("(?:[^"\\]|\\.)*") AS text$/,
    run: ([, literal = '""']) => ({
      statementType: 'SELECT',
      result: resultOf([field('text', 'STRING')], [[String(JSON.parse(literal))]]),
    }),
  },
  {
    pattern: /^SELECT (0 c0(?:,\d+ c\d+)*)$/,
    run: ([, list = '']) => {
      const names = list.split(',').map((each) => each.split(' ')[1] ?? '');
      return {
        statementType: 'SELECT',
        result: resultOf(
          names.map((name) => field(name, 'INTEGER')),
          [names.map((_, index) => String(index))],
        ),
      };
    },
  },
  {
    pattern: /^SELECT nothere/,
    run: () => ({
      statementType: '',
      refusal: { reason: 'invalidQuery', message: 'Unrecognized name: nothere at [1:8]' },
    }),
  },
];

const server = await startBigQueryServer({ scripts });
const other = await startBigQueryServer();
t.teardown(() => Promise.all([server.stop(), other.stop()]));

const keyOf = ({ config }: BigQueryServer) =>
  JSON.parse(config['serviceAccountKey'] ?? '') as Record<string, string>;

await testContract(t, {
  driver,
  config: server.config,
  basics,
  flag: [true, 'boolean'],
  nulls,
  noRows,
  sameNames,
  series: (n) => `SELECT n FROM UNNEST(GENERATE_ARRAY(1, ${String(n)})) n`,
  races: [1, 501, 10_001, 20_001],
  raceMs: 20,
  badWord: 'SELECT nothere FROM basics',
  slow: 'SELECT slow(1)',
  // JSON.stringify would escape a NUL, which the driver must see.
  literal: (text) => `SELECT ${JSON.stringify(text).replaceAll('\\u0000', '\0')} AS text`,
  wide: (n) => `SELECT REPEAT('x', ${String(n)})`,
  columns: (n) =>
    `SELECT ${Array.from({ length: n }, (_, i) => `${String(i)} c${String(i)}`).join()}`,
  maxColumns: 10_000,
  begin: 'BEGIN TRANSACTION',
  createTemporary: 'CREATE TEMP TABLE kept (n INT64)',
  insert: 'INSERT INTO kept VALUES (1)',
  selectKept: 'SELECT * FROM kept',
  rollback: 'ROLLBACK TRANSACTION',
  running: () => Promise.resolve(server.running()),
  server: null,
  handover: {
    running: () => Promise.resolve(server.running()),
    anotherExecutionId: 'sluice-test:EU.sluice_00000000-0000-4000-8000-000000000000',
    denied: {
      serviceAccountKey: JSON.stringify({
        ...keyOf(server),
        private_key: keyOf(other)['private_key'],
      }),
    },
    unreachable: { apiEndpoint: 'http://127.0.0.1:1' },
    finishSlow: {
      finish: () => {
        server.release();
      },
      row: [1],
    },
  },
  liftTimeout: `SET @@time_zone = 'UTC'`,
});
