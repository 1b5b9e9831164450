import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { resultOf, startBigQueryServer, type BigQueryServerOptions } from '@sluice/testkit';
import t from 'tap';
import { failure, read, sessionOptions } from '@sluice/driver-testkit/contract';
import { catalogScript, type Catalog } from './catalog-script.js';

t.setTimeout(60_000);

/** The tables of each dataset, and the description of one without tables. */
async function shown(
  options: BigQueryServerOptions & { catalog: Catalog; refused?: string[]; dataset?: string },
): Promise<{ schemas: (readonly [string, string])[]; asked: string[][] }> {
  const { catalog, refused = [], dataset = '', ...more } = options;
  const asked: string[][] = [];
  const server = await startBigQueryServer({
    scripts: [catalogScript(catalog, refused, asked)],
    ...more,
  });
  const connection = await driver.connect({ ...server.config, dataset }, sessionOptions());
  try {
    const found = await connection.introspect(new AbortController().signal);
    const schemas = 'schemas' in found ? found.schemas : [];
    const textOf = ({ name, dataType }: { name: string; dataType: string }): string =>
      `${name} ${dataType}`;
    return {
      schemas: schemas.map(({ name, description, tables }) => [
        name,
        tables.map((each) => `${each.name}: ${each.columns.map(textOf).join()}`).join() ||
          description,
      ]),
      asked,
    };
  } finally {
    await connection.close();
    await server.stop();
  }
}

const own = 'sluice-test';
const column = 'id NUMERIC(10, 2)';

await t.test('the schema has the project of the default dataset, too', async (t) => {
  const { schemas } = await shown({
    catalog: { [own]: { mine: ['a'] }, 'data-project': { sales: ['orders'], stock: ['items'] } },
    dataset: 'data-project.sales',
  });
  t.strictSame(schemas, [
    ['mine', `a: ${column}`],
    ['data-project.sales', `orders: ${column}`],
    ['data-project.stock', `items: ${column}`],
  ]);
});

await t.test('a user with permissions on datasets only sees their tables', async (t) => {
  const { schemas, asked } = await shown({
    catalog: { [own]: { mine: ['a'], yours: ['b'] }, 'data-project': { sales: ['orders'] } },
    refused: [`${own}.region-eu`, 'data-project.region-eu'],
    datasets: {
      [own]: [{ id: 'yours' }, { id: 'mine' }, { id: 'american', location: 'US' }],
      'data-project': 'refused',
    },
    dataset: 'data-project.sales',
  });
  t.strictSame(schemas, [
    ['mine', `a: ${column}`],
    ['yours', `b: ${column}`],
    ['data-project.sales', `orders: ${column}`],
  ]);
  t.equal(asked.length, 6, 'one query over all datasets, for tables and for columns');
});

await t.test('a refused dataset is named with the reason and hides no other', async (t) => {
  const { schemas } = await shown({
    catalog: { [own]: { mine: ['a'], secret: ['b'], yours: [] } },
    refused: [`${own}.region-eu`, `${own}.secret`],
    datasets: { [own]: [{ id: 'mine' }, { id: 'secret' }, { id: 'yours' }] },
  });
  t.strictSame(
    schemas.map(([name]) => name),
    ['mine', 'secret', 'yours'],
  );
  t.equal(schemas[0]?.[1], `a: ${column}`);
  t.match(schemas[1]?.[1], /^Not read: Access Denied: Table sluice-test\.secret/);
  t.equal(schemas[2]?.[1], '');
});

await t.test('at most fifty datasets are read one by one, the default dataset first', async (t) => {
  const ids = Array.from({ length: 120 }, (_, index) => `d${String(index).padStart(3, '0')}`);
  const { schemas, asked } = await shown({
    catalog: { [own]: Object.fromEntries(ids.map((id) => [id, ['t']])) },
    refused: [`${own}.region-eu`],
    datasets: { [own]: ids.map((id) => ({ id })) },
    dataset: 'd119',
  });
  const read = schemas.filter(([, text]) => text === `t: ${column}`).map(([name]) => name);
  t.strictSame(read, [...ids.slice(0, 49), 'd119']);
  t.equal(schemas.length, 120);
  t.match(schemas[60]?.[1], /^Not read: the first 50 datasets are read/);
  t.equal(asked.length, 1 + 2 * 5);
});

await t.test('a user without any permission gets the error of the region', async (t) => {
  const server = await startBigQueryServer({
    scripts: [catalogScript({}, [`${own}.region-eu`], [])],
    datasets: { [own]: 'refused' },
  });
  const connection = await driver.connect(server.config, sessionOptions());
  const error = await failure(connection.introspect(new AbortController().signal));
  t.match(error, { kind: 'permission', title: /Access Denied/ });
  await connection.close();
  await server.stop();
});

await t.test('introspection reads a region and merges date-sharded tables', async (t) => {
  const texts = (...names: string[]) => names.map((name) => ({ name, type: 'STRING' }));
  const rows = {
    SCHEMATA: [['shop', '"The \\"shop\\""']],
    TABLES: [
      ['shop', 'events_20240101', 'BASE TABLE', null],
      ['shop', 'events_20240102', 'BASE TABLE', '"Events"'],
      ['shop', 'events_20241399', 'BASE TABLE', null],
      ['shop', 'orders', 'BASE TABLE', null],
      ['shop', 'orders_20240101', 'SNAPSHOT', null],
      ['shop', 'recent', 'MATERIALIZED VIEW', null],
    ],
    COLUMNS: [
      ['shop', 'events_20240101', '1', 'old', 'STRING', null],
      ['shop', 'events_20240102', '1', 'at', 'TIMESTAMP', 'When'],
      ['shop', 'orders', '1', 'id', 'INT64', null],
      ['shop', 'orders', '2', 'lines', 'ARRAY<STRUCT<n INT64>>', 'Items bought'],
    ],
  };
  const requested: string[] = [];
  const region = await startBigQueryServer({
    pageRows: 2,
    scripts: Object.entries(rows).map(([view, values]) => ({
      pattern: new RegExp(`FROM \`sluice-test\`\\.\`region-eu\`\\.INFORMATION_SCHEMA\\.${view} `),
      run: ({ input }) => {
        requested.push(input);
        const fields = texts('a', 'b', 'c', 'd', 'e', 'f').slice(0, values[0]?.length);
        return { statementType: 'SELECT', result: resultOf(fields, values) };
      },
    })),
  });
  const connection = await driver.connect(region.config, sessionOptions());
  const schema = await connection.introspect(new AbortController().signal);
  t.equal(requested.length, 3);
  t.strictSame(schema, {
    schemas: [
      {
        name: 'shop',
        description: 'The "shop"',
        tables: [
          {
            name: 'events_*',
            description: 'Events (2 tables, 20240101 to 20240102)',
            type: 'table',
            columns: [{ name: 'at', description: 'When', dataType: 'TIMESTAMP' }],
          },
          { name: 'events_20241399', description: '', type: 'table', columns: [] },
          {
            name: 'orders',
            description: '',
            type: 'table',
            columns: [
              { name: 'id', description: '', dataType: 'INT64' },
              { name: 'lines', description: 'Items bought', dataType: 'ARRAY<STRUCT<n INT64>>' },
            ],
          },
          { name: 'orders_20240101', description: '', type: 'table', columns: [] },
          { name: 'recent', description: '', type: 'materialized view', columns: [] },
        ],
      },
    ],
  });
  const abort = new AbortController();
  abort.abort();
  t.match(await failure(connection.introspect(abort.signal)), { kind: 'cancelled' });
  t.equal((await read(connection, 'SELECT 1')).rows.length, 1);
  await connection.close();
  await region.stop();
});
