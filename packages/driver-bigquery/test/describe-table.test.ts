import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { resultOf, startBigQueryServer } from '@sluice/testkit';
import t from 'tap';
import { failure, sessionOptions } from '@sluice/driver-testkit/contract';
import { catalogScript } from './catalog-script.js';

t.setTimeout(60_000);

await t.test('the detail of a table comes from the information schemas', async (t) => {
  const asked: string[] = [];
  const answer = (pattern: RegExp, rows: (string | null)[][]) => ({
    pattern,
    run: ({ input }: { input: string }) => {
      asked.push(input);
      const fields = Array.from({ length: 6 }, (_, index) => ({
        name: `f${String(index)}`,
        type: 'STRING',
      })).slice(0, rows[0]?.length);
      return { statementType: 'SELECT', result: resultOf(fields, rows) };
    },
  });
  const region = await startBigQueryServer({
    scripts: [
      answer(/INFORMATION_SCHEMA\.TABLES t/, [
        ['events_20240102', 'BASE TABLE', '"Events"', 'CREATE TABLE …;'],
      ]),
      answer(/INFORMATION_SCHEMA\.TABLE_STORAGE/, [['1200']]),
      answer(/`sluice-test`\.`shop`\.INFORMATION_SCHEMA\.TABLE_CONSTRAINTS/, [
        ['events.fk$1', 'foreign', 'buyer', 'shop', 'buyers', 'id'],
        ['events.pk$', 'primary', 'id', null, null, null],
      ]),
    ],
  });
  const connection = await driver.connect(region.config, sessionOptions());
  const { signal } = new AbortController();
  t.strictSame(await connection.describeTable({ schema: 'shop', name: 'events_*' }, signal), {
    schema: 'shop',
    name: 'events_*',
    type: 'table',
    description: 'Events',
    rowEstimate: 1_200,
    keys: [{ name: 'events.pk$', kind: 'primary', columns: ['id'] }],
    foreignKeys: [
      {
        name: 'events.fk$1',
        columns: ['buyer'],
        referencedSchema: 'shop',
        referencedTable: 'buyers',
        referencedColumns: ['id'],
      },
    ],
    indexes: [],
    ddl: 'CREATE TABLE …;',
    ddlSource: 'engine',
  });
  t.match(asked[0], /t\.table_schema = "shop" AND STARTS_WITH\(t\.table_name, "events_"\)/);
  t.match(asked[1], /table_name = "events_20240102"/);
  t.match(asked[2], /c\.table_name = "events_20240102"/);
  await connection.close();
  await region.stop();
});

await t.test('a table of another project is described by the views of its dataset', async (t) => {
  const asked: string[][] = [];
  const catalog = { 'data-project': { sales: ['orders'] } };
  const refused = ['data-project.region-eu', 'data-project.secret'];
  const views = catalogScript(catalog, refused, asked);
  const server = await startBigQueryServer({
    scripts: [
      {
        pattern: /`data-project`\.`sales`\.INFORMATION_SCHEMA\.TABLES t/,
        run: () => ({
          statementType: 'SELECT',
          result: resultOf(
            ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'STRING' })),
            [['orders', 'VIEW', null, 'CREATE VIEW …;']],
          ),
        }),
      },
      {
        pattern: /`data-project`\.`sales`\.INFORMATION_SCHEMA\.TABLE_CONSTRAINTS/,
        run: () => ({ statementType: 'SELECT', result: resultOf([], []) }),
      },
      {
        pattern: /`gone`/,
        run: () => ({
          statementType: '',
          refusal: { reason: 'notFound', message: 'Not found: Dataset sluice-test:gone' },
        }),
      },
      views,
    ],
  });
  const connection = await driver.connect(server.config, sessionOptions());
  const { signal } = new AbortController();
  const describe = (schema: string) => connection.describeTable({ schema, name: 'orders' }, signal);
  t.match(await describe('data-project.sales'), {
    type: 'view',
    ddl: 'CREATE VIEW …;',
    // The statistics of storage are views of the region.
    rowEstimate: null,
  });
  t.equal(await describe('gone'), null);
  t.equal(await describe('a`b'), null);
  t.match(await failure(describe('data-project.secret')), { kind: 'permission' });
  await connection.close();
  await server.stop();
});
