import type { ConnectionSchema, TableDetail } from '@sluice/contracts';
import t from 'tap';
import { changesSchema } from '../src/schema/changes-schema.js';
import type { TableState } from '../src/schema/table-parts.js';
import { rowsOf, searchable, tableKeyOf, type TreeView } from '../src/schema/tree-rows.js';

const column = (name: string) => ({ name, description: '', dataType: 'int4' });
const table = (name: string, ...columns: string[]) => ({
  name,
  description: '',
  type: 'table',
  columns: columns.map(column),
});
const schema: ConnectionSchema = {
  schemas: [
    { name: 'public', description: '', tables: [table('orders', 'id', 'customer_id')] },
    { name: 'stock', description: '', tables: [table('parts', 'id'), table('order_log', 'at')] },
  ],
};
const detail: TableDetail = {
  schema: 'public',
  name: 'orders',
  type: 'table',
  description: '',
  rowEstimate: 1_234_567,
  keys: [
    { name: 'orders_pkey', kind: 'primary', columns: ['id'] },
    { name: 'one', kind: 'unique', columns: ['customer_id', 'id'] },
  ],
  foreignKeys: [
    {
      name: 'fk',
      columns: ['customer_id'],
      referencedSchema: 'crm',
      referencedTable: 'customers',
      referencedColumns: ['id'],
    },
  ],
  indexes: [
    { name: 'orders_pkey', columns: ['id'], isUnique: true, method: 'btree' },
    { name: 'by_customer', columns: ['lower(x)'], isUnique: false, method: 'btree' },
  ],
  ddl: null,
  ddlSource: 'catalog',
};

/** Returns each row as a line: its name, indented by its level, and its note. */
function shown(view: Partial<TreeView> & { open?: string[] }): string[] {
  const { open = [], ...rest } = view;
  const rows = rowsOf(searchable(schema), {
    isOpen: (key) => open.includes(key),
    search: '',
    favourites: [],
    stateOf: () => undefined,
    ...rest,
  });
  return rows.map((row) => {
    const indent = { schema: '', table: '  ', column: '    ', part: '    ' }[row.kind];
    const noteOf = { schema: '', table: 'estimate', column: 'keyMark', part: 'note' }[row.kind];
    const text = noteOf === '' ? '' : (Reflect.get(row, noteOf) as string);
    return `${indent}${row.name}${text === '' ? '' : `: ${text}`}`;
  });
}

t.test('an unfolded table shows its estimate, keys, references and indexes', (t) => {
  const orders = tableKeyOf('public', 'orders');
  const stateOf = (key: string): TableState | undefined =>
    key === orders ? { detail } : undefined;
  t.same(shown({ open: ['public', orders], stateOf }), [
    'public',
    '  orders: ≈ 1.2M rows',
    '    id: PK',
    '    customer_id: FK',
    '    id: primary key',
    '    customer_id, id: unique key',
    '    customer_id → crm.customers (id): foreign key',
    '    by_customer (lower(x)): index',
    'stock',
  ]);
  t.same(shown({ open: ['public', orders], stateOf: () => ({ error: 'No privilege' }) }).slice(3), [
    '    customer_id',
    '    No privilege: no detail',
    'stock',
  ]);
  t.end();
});

t.test('a search unfolds the columns that match and marks them', (t) => {
  t.same(shown({ search: 'customer' }), ['public', '  orders', '    customer_id']);
  t.same(shown({ search: 'stock.order' }), ['stock', '  order_log']);
  t.same(
    shown({ search: 'customer', open: [tableKeyOf('public', 'orders')] }),
    ['public', '  orders', '    id', '    customer_id'],
    'an unfolded table shows all columns',
  );
  const rows = rowsOf(searchable(schema), {
    isOpen: () => false,
    search: 'stock.AT ',
    favourites: [],
    stateOf: () => undefined,
  });
  t.match(rows[1], { kind: 'table', name: 'order_log', isOpen: false, hasHits: true });
  t.match(rows[2], { kind: 'column', name: 'at', match: 'at' });
  t.end();
});

t.test('a search that finds more than 1,000 tables shows no columns', (t) => {
  const rowsOfSearch = (tableCount: number) => {
    const tables = Array.from({ length: tableCount / 2 }, (_, at) => table(`table_${at}`, 'id'));
    const schemas = ['a', 'b'].map((name) => ({ name, description: '', tables }));
    return rowsOf(searchable({ schemas }), {
      isOpen: (key) => key === tableKeyOf('b', 'table_0'),
      search: 'id',
      favourites: [],
      stateOf: () => undefined,
    });
  };
  const columnsOf = (rows: ReturnType<typeof rowsOf>) =>
    rows.filter(({ kind }) => kind === 'column').length;
  t.equal(columnsOf(rowsOfSearch(1_000)), 1_000);
  const many = rowsOfSearch(1_002);
  t.match(many[0], { kind: 'schema', count: 501 });
  t.match(many[1], { kind: 'table', isOpen: false, hasHits: false });
  t.equal(columnsOf(many), 1, 'an unfolded table remains unfolded');
  t.end();
});

t.test('favourites come first and need no unfolded schema', (t) => {
  const favourites = [tableKeyOf('stock', 'parts'), tableKeyOf('gone', 'gone')];
  t.same(shown({ favourites, open: ['\0'] }), ['Favourites', '  parts', 'public', 'stock']);
  t.same(shown({ favourites }), ['Favourites', 'public', 'stock']);
  t.same(shown({ favourites, search: 'parts' }), ['stock', '  parts']);
  const keys = rowsOf(searchable(schema), {
    isOpen: () => true,
    search: '',
    favourites,
    stateOf: () => undefined,
  }).map(({ key }) => key);
  t.equal(new Set(keys).size, keys.length, 'a favourite and its table have different keys');
  t.end();
});

t.test('statements that change the schema are recognized', (t) => {
  for (const sql of [
    'create table t (a int)',
    'select 1;\n DROP VIEW v',
    '-- note\n/* a */ alter table t add b int',
    "insert into t values (';'); comment on table t is 'x'",
    'analyze t',
  ])
    t.equal(changesSchema(sql), true, sql);
  for (const sql of [
    'select 1',
    "select '; drop table t'",
    'select "created" from t -- ; drop',
    'select 1 /*; create */',
    'insert into creations select 1',
    'select create_date from t',
  ])
    t.equal(changesSchema(sql), false, sql);
  t.end();
});
