import t from 'tap';
import { coveredRows } from '../src/results/row-coverage.js';
import { namesOf, type TreeRow } from '../src/schema/tree-rows.js';
import { usualSchemaOf } from '../src/editor/completion/catalog.js';
import { quoted } from '../src/schema/quote-name.js';

t.test('names are quoted where SQL needs it', (t) => {
  t.equal(quoted('orders', 'postgres'), 'orders');
  t.equal(quoted('Orders', 'postgres'), '"Orders"');
  t.equal(quoted('a "b"', 'postgres'), '"a ""b"""');
  t.equal(quoted('order', 'postgres'), '"order"');
  t.equal(quoted('group', 'mysql'), '`group`');
  t.equal(quoted('a`b', 'bigquery'), '`a``b`');
  t.end();
});

t.test('a table is named with its schema unless that is the usual one', (t) => {
  const table = { name: 'parts', type: 'table', description: '', columns: [] };
  const row = (schema: string | null): TreeRow => ({
    kind: 'table',
    key: '',
    name: 'parts',
    schema,
    table,
    isOpen: false,
  });
  t.same(namesOf(row('stock'), 'public'), ['stock', 'parts']);
  t.same(namesOf(row('public'), 'public'), ['parts']);
  t.same(namesOf(row('stock'), null), ['stock', 'parts']);
  t.same(namesOf(row(null), null), ['parts']);
  t.equal(usualSchemaOf(['only']), 'only');
  t.equal(usualSchemaOf(['a', 'PUBLIC']), 'PUBLIC');
  t.equal(usualSchemaOf(['a', 'b']), null);
  t.end();
});

t.test('what sorting, filtering and copying cover is said', (t) => {
  t.equal(coveredRows(1), '1 row');
  t.equal(coveredRows(10_000), '10,000 rows');
  t.equal(coveredRows(1_000_000), 'the first 10,000 of 1,000,000 rows');
  t.equal(coveredRows(20_000, 'selected rows'), 'the first 10,000 of 20,000 selected rows');
  t.end();
});
