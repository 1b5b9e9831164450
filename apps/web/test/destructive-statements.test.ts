import t from 'tap';
import { destructiveStatements } from '../src/editor/destructive-statements.js';

t.test('destructive statements are found', (t) => {
  for (const [sql, ...kinds] of [
    ['delete from t', 'DELETE without WHERE'],
    ['select 1; DELETE FROM t; -- where', 'DELETE without WHERE'],
    ["delete from t -- where\n returning 'where'", 'DELETE without WHERE'],
    ['update t set a = (select b from c where d)', 'UPDATE without WHERE'],
    ['with x as (select 1 where true) update t set a = 1', 'UPDATE without WHERE'],
    ['with gone as (delete from t returning *) select * from gone where a', 'DELETE without WHERE'],
    ['explain analyze delete from t', 'DELETE without WHERE'],
    ['explain (analyze, verbose) delete from t', 'DELETE without WHERE'],
    ['drop table if exists t; truncate t', 'DROP', 'TRUNCATE'],
    ['alter table t drop column a', 'DROP'],
    ['-- a\rdelete from t', 'DELETE without WHERE'],
  ] as [string, ...string[]][])
    t.same(destructiveStatements(sql), kinds, sql);
  t.end();
});

t.test('other statements are not found', (t) => {
  for (const sql of [
    'delete from t where a = 1',
    'update t set a = 1 where b in (select 1)',
    'with x as (select 1) delete from t using x where t.a = x.a',
    "select 'drop table t; delete from t'",
    'select "drop" from t /* truncate t */',
    'select * from t for update',
    'with x as (select 1) select * from x for update',
    'insert into t values (1) on conflict (a) do update set a = 1',
    'create function f() returns void language sql as $$ delete from t $$',
    'select deleted from drops',
    'alter table t add b int',
    '',
  ])
    t.same(destructiveStatements(sql), [], sql);
  t.end();
});
