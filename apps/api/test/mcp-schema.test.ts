import t from 'tap';
import { openApi } from './fixtures.js';
import { connectMcp } from './mcp-support.js';
import { createPersonalToken } from './personal-token-support.js';
import { sampleConnection } from './support.js';

const column = (name: string, description = '') => ({ name, description, dataType: 'text' });
const table = (name: string, description = '', columns = [column('id')]) => ({
  name,
  description,
  type: 'table',
  columns,
});

const named = [
  table('orders', 'One row for each order', [column('id'), column('customer_id'), column('total')]),
  table('order_items', 'Positions'),
  table('clients', 'People who buy', [column('id'), column('vat', 'Number for taxes')]),
  table('__proto__'),
];

/** A schema with this many further tables of 20 columns each. */
const schemaOf = (count: number) => ({
  schemas: [
    { name: 'shop', description: '', tables: named },
    {
      name: 'lake',
      description: '',
      tables: [
        table('orders', 'Copies'),
        ...Array.from({ length: count }, (_, index) =>
          table(
            `fact_${index}`,
            `Facts of the source ${index}`,
            Array.from({ length: 20 }, (_each, at) => column(`measure_${at}`, `Value ${at}`)),
          ),
        ),
      ],
    },
  ],
});

const detail = {
  schema: 'shop',
  name: 'orders',
  type: 'table',
  description: 'One row for each order',
  rowEstimate: 12,
  keys: [{ name: 'orders_pkey', kind: 'primary', columns: ['id'] }],
  foreignKeys: [],
  indexes: [{ name: 'orders_pkey', columns: ['id'], isUnique: true, method: 'btree' }],
  ddl: 'create table shop.orders (id int)',
  ddlSource: 'catalog',
};

t.test('a search finds tables by words in names and comments', async (t) => {
  const api = await openApi(t, {
    workerResponse: ({ kind }) => ({
      body: JSON.stringify(kind === 'read-table' ? detail : schemaOf(10_000)),
    }),
  });
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  await api.admin('POST', '/api/connections', { ...sampleConnection, id: 'db' });
  const { token } = await createPersonalToken(api.editor, { scopes: ['schema:read'] });
  const { call } = await connectMcp(t, address, token);
  const search = async (query: string, more: object = {}) =>
    (await call('search_schema', { connectionId: 'db', query, ...more })).body;
  const first = async (query: string) => {
    const { tables } = await search(query);
    return tables[0] === undefined ? null : `${tables[0].schema}.${tables[0].table}`;
  };

  t.equal(await first('orders'), 'shop.orders');
  t.equal(await first('order'), 'shop.orders', 'singular');
  t.equal(await first('lake orders'), 'lake.orders', 'the schema counts');
  t.equal(await first('order items'), 'shop.order_items');
  t.equal(await first('Taxes'), 'shop.clients', 'a comment on a column');
  t.equal(await first('people'), 'shop.clients', 'a comment on a table');
  t.equal(await first('customer'), 'shop.orders', 'a column');
  t.equal(await first('9731 source'), 'lake.fact_9731');
  t.equal(await first('nowhere'), null);
  t.equal(await first('__proto__'), 'shop.__proto__');
  const partial = await search('orders nowhere');
  t.match(partial, { note: /all words/ });
  const facts = await search('measure_3', { limit: 3 });
  t.equal(facts.total, 10_000);
  t.equal(facts.tables.length, 3);
  t.match(facts.tables[0], { columns: ['measure_3'], moreColumns: 8 });
  t.equal((await search('')).total, 10_005);

  const startedAtMs = performance.now();
  for (let count = 0; count < 20; count++) await search(`fact source ${count}`);
  const eachMs = (performance.now() - startedAtMs) / 20;
  t.comment(`${eachMs.toFixed(1)} ms for each search of 10,005 tables with 200,000 columns`);
  t.ok(eachMs < 500);

  const describe = (input: object) => call('describe_table', { connectionId: 'db', ...input });
  t.match(await describe({ schema: 'shop', table: 'orders' }), {
    isError: false,
    body: {
      schema: 'shop',
      table: 'orders',
      rowEstimate: 12,
      columns: [{ name: 'id', type: 'text' }, { name: 'customer_id' }, { name: 'total' }],
      keys: [{ kind: 'primary', columns: ['id'] }],
    },
  });
  t.match(
    await describe({ table: 'orders' }),
    { isError: true, body: { error: { errors: [{ path: 'schema', message: /shop, lake/ }] } } },
    'an ambiguous name',
  );
  t.match(await describe({ table: 'CLIENTS' }), { isError: false }, 'a name in another case');
  t.same(
    api.workerRequests
      .filter(({ kind }) => kind === 'read-table')
      .map((each) => each.payload.table),
    [
      { schema: 'shop', name: 'orders' },
      { schema: 'shop', name: 'clients' },
    ],
  );
});
