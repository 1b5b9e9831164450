import t from 'tap';
import { coveredRows, MAX_COPIED_ROWS } from '../src/results/row-coverage.js';
import { namesOf, type TreeRow } from '../src/schema/tree-rows.js';
import { defaultSchemaOf } from '../src/schema/default-schema.js';
import { quoteName } from '../src/schema/quote-name.js';

t.test('names are quoted if necessary', (t) => {
  t.equal(quoteName('orders', 'postgres'), 'orders');
  t.equal(quoteName('Orders', 'postgres'), '"Orders"');
  t.equal(quoteName('a "b"', 'postgres'), '"a ""b"""');
  t.equal(quoteName('order', 'postgres'), '"order"');
  t.equal(quoteName('group', 'mysql'), '`group`');
  t.equal(quoteName('a`b', 'bigquery'), '`a``b`');
  // Snowflake folds unquoted names to upper case; others compare without case.
  t.equal(quoteName('ORDERS', 'snowflake'), 'ORDERS');
  t.equal(quoteName('orders', 'snowflake'), '"orders"');
  t.equal(quoteName('ORDER', 'snowflake'), '"ORDER"');
  for (const dialect of ['mysql', 'sqlite', 'duckdb', 'bigquery']) {
    t.equal(quoteName('Orders', dialect), 'Orders', dialect);
  }
  t.end();
});

t.test('a table outside the default schema is qualified', (t) => {
  const table = { name: 'parts', type: 'table', description: '', columns: [] };
  const row = (schema: string | null): TreeRow => ({
    kind: 'table',
    key: '',
    name: 'parts',
    schema,
    table,
    isOpen: false,
    hasHits: false,
    estimate: '',
    match: '',
  });
  t.same(namesOf(row('stock'), 'public'), ['stock', 'parts']);
  t.same(namesOf(row('public'), 'public'), ['parts']);
  t.same(namesOf(row('stock'), null), ['stock', 'parts']);
  t.same(namesOf(row(null), null), ['parts']);
  t.equal(defaultSchemaOf(['only']), 'only');
  t.equal(defaultSchemaOf(['a', 'PUBLIC']), 'PUBLIC');
  t.equal(defaultSchemaOf(['a', 'main']), 'main');
  t.equal(defaultSchemaOf(['a', 'b']), null);
  t.end();
});

t.test('the coverage of sorting, filtering and copying is described', (t) => {
  t.equal(coveredRows(1), '1 row');
  t.equal(coveredRows(10_000), '10,000 rows');
  t.equal(coveredRows(1_000_000), 'the first 10,000 of 1,000,000 rows');
  t.equal(coveredRows(20_000, 'selected rows'), 'the first 10,000 of 20,000 selected rows');
  t.equal(coveredRows(20_000, 'rows', MAX_COPIED_ROWS), '20,000 rows');
  t.end();
});
