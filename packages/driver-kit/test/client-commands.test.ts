import { DriverError } from '@sluice/driver-kit';
import { explainClientCommand } from '@sluice/driver-kit/sql/client-commands';
import type { Dialect } from '@sluice/sql';
import t from 'tap';

const hintOf = (sql: string, of: Dialect, position?: number): string | undefined =>
  explainClientCommand(new DriverError('sql', 'failed', 'syntax error', { position }), sql, of)
    .hint;

t.test('a command of a client that a database rejected gets a hint', (t) => {
  for (const [of, sql, start] of [
    ['postgres', '\\d pg_class', '\\d is a command of psql, not SQL.'],
    ['postgres', '-- a\n\\copy t from x.csv', '\\copy is a command of psql'],
    ['postgres', '\\set x 5\nselect :x', '\\set is a command of psql'],
    ['mysql', '/* a */ source x.sql', 'source is a command of the mysql client'],
    ['mysql', '\\. x.sql', '\\. is a command of the mysql client'],
    ['sqlite', '.tables', '.tables is a command of sqlite3'],
    ['duckdb', '.mode csv', '.mode is a command of the DuckDB shell'],
    ['snowflake', '!set variable_substitution=true', '!set is a command of SnowSQL'],
    ['postgres', 'select 1 as a\nGO\nselect 2', 'GO is a command of sqlcmd'],
    ['generic', 'select 1\ngo 5\n', 'GO is a command of sqlcmd'],
  ] as const) {
    t.ok(hintOf(sql, of)?.startsWith(start), `${of}: ${sql}`);
  }
  t.match(hintOf("select 'é😀' \\gx", 'postgres', 13), /^\\gx is a command of psql/);
  t.end();
});

t.test('other errors keep their hint or have none', (t) => {
  t.equal(hintOf('selec 1', 'postgres', 1), undefined);
  t.equal(hintOf("select '\\d' from", 'postgres', 16), undefined);
  t.equal(hintOf('select 1 as go', 'mysql'), undefined);
  t.equal(hintOf('\\d', 'bigquery'), undefined);
  const hinted = new DriverError('sql', 'failed', 'a', { hint: 'b' });
  t.equal(explainClientCommand(hinted, '\\d', 'postgres'), hinted);
  const lost = new DriverError('connection', 'unknown', 'a');
  t.equal(explainClientCommand(lost, '\\d', 'postgres'), lost);
  t.end();
});

t.test('the other fields of the error stay', (t) => {
  const error = new DriverError('sql', 'failed', 'a', {
    detail: 'b',
    position: 1,
    sqlState: '42601',
  });
  t.match(explainClientCommand(error, '\\d', 'postgres'), {
    kind: 'sql',
    outcome: 'failed',
    title: 'a',
    detail: 'b',
    position: 1,
    sqlState: '42601',
  });
  t.end();
});
