import t from 'tap';
import { upperCaseTemplate } from '../src/editor/completion/ranking.js';
import { offeredAt, resultAt } from './completion-support.js';

t.test('the first completion is the expected one', async (t) => {
  for (const [text, first] of [
    ['se|', 'select'],
    ['SE|', 'SELECT'],
    ['explain se|', 'select'],
    ['select * from orders where id in (se|', 'select'],
    ['select 1;\nsel|', 'select'],
    ['wi|', 'with'],
    ['select * from or|', 'orders'],
    ['select * from cus|', 'customers'],
    ['select * from orders join cus|', 'customers'],
    ['select * from orders, cus|', 'customers'],
    ['select * from Ord|', '"Order Lines"'],
    ['select * from par|', 'stock.parts'],
    ['select * from sto|', 'stock'],
    ['select * from stock.p|', 'parts'],
    ['update cus|', 'customers'],
    ['insert into cus|', 'customers'],
    ['delete from cus|', 'customers'],
    ['create index i on cus|', 'customers'],
    // Columns without an alias.
    ['select c| from customers', 'city'],
    ['select id, na| from customers', 'name'],
    ['select se| from orders', 'seller'],
    ['select * from customers where ci|', 'city'],
    ["select * from customers where name = 'a' and ci|", 'city'],
    ['select * from customers order by ci|', 'city'],
    ['select count(ci|) from customers', 'city'],
    ['select count(ci| from customers', 'city'],
    ['select pl| from orders', '"Placed At"'],
    ['select pri| from "Order Lines"', 'price'],
    ['select orde| from "Order Lines"', '"order"'],
    ['select wei| from stock.parts', 'weight'],
    ['select grö| from stock.parts', '"größe"'],
    ['select o.| from stock.orders o', 'x'],
    ['update customers set ci|', 'city'],
    ['insert into customers (ci|', 'city'],
    ['insert into customers (id, ci|) values (1)', 'city'],
    ['delete from customers where ci|', 'city'],
    ['insert into customers (id) values (1) returning ci|', 'city'],
    ['select * from orders join customers using (na|)', 'name'],
    // The name alone would be ambiguous.
    ['select i| from orders o join customers c on true', 'o.id'],
    // Columns of an alias or a qualified name.
    ['select o.| from orders o', 'id'],
    ['select o.cu| from orders as o', 'customer_id'],
    ['select orders.cu| from orders', 'customer_id'],
    ['select stock.parts.w| from stock.parts', 'weight'],
    ['select O.cu| from Orders O', 'customer_id'],
    ['select * from orders o join customers cc on c|', 'cc.id = o.customer_id'],
    ['select "Order Lines".| from "Order Lines"', 'price'],
    // Common table expressions and subqueries.
    ['with big as (select 1) select * from b|', 'big'],
    ['with big as (select sum(x) as total from orders) select tot| from big', 'total'],
    ['with big (total) as (select 1) select tot| from big', 'total'],
    ['with big as (select * from customers) select ci| from big', 'city'],
    ['with big as (select c.* from customers c) select b.ci| from big b', 'city'],
    [
      'with a as (select id as first_id from orders), b as (select fi| from a) select 1',
      'first_id',
    ],
    ['with recursive r (n) as (select 1 union all select r.| from r) select 1', 'n'],
    ['select s.to| from (select count(*) total from orders) s', 'total'],
    ['select tot| from (select count(*) total from orders) s', 'total'],
    ['select cou| from (select count(*) from orders) s', 'count'],
    ['select v.| from (values (1)) v (only_one)', 'only_one'],
    // A subquery sees outer columns after its own.
    [
      'select * from customers c where exists (select 1 from orders where customer_id = c.ci|)',
      'city',
    ],
    ['select * from customers where exists (select 1 from orders where ci|)', 'city'],
    // Each part of a union has its own scope.
    ['select name from customers union select se| from orders', 'seller'],
    // Keywords that continue the query.
    ['select * fr|', 'from'],
    ['select a.* fr|', 'from'],
    ['select count(*) as cnt\nfr|', 'from'],
    ['select * from orders o\nwh|', 'where'],
    ['select * from orders o wh|', 'where'],
    ['select * from orders\nwh|', 'where'],
    ['select * from orders where id = 1 an|', 'and'],
    ['select * from orders where id = 1 ord|', 'order'],
    ['select * from orders group b|', 'by'],
    ['select case when true then 1 el|', 'else'],
    ['select id::te|', 'text'],
  ] as const) {
    const [offered] = await offeredAt(text);
    t.equal(offered, first, text.replaceAll('\n', '⏎'));
  }
});

t.test('no list opens for new names, literals, comments and complete names', async (t) => {
  for (const text of [
    // New names.
    'select count(*) as c|',
    'select count(*) as cnt|',
    'select id s| from orders',
    'select count(*) c|',
    "select 'x' s|",
    'select 1 s|',
    'select * from orders o|',
    'select * from orders s|',
    'select * from orders as s|',
    'select * from orders o join customers c|',
    'select * from (select 1) s|',
    'update orders o|',
    'with s|',
    'with recursive s|',
    'with a as (select 1), s|',
    'with a (s|',
    'create table s|',
    'create table if not exists s|',
    'create table t (s|',
    'create table t (id int, s|',
    'create index s|',
    'select sum(x) over w from t window s|',
    // Literals, comments, numbers and variables.
    "select 'se|",
    "select 'se|'",
    "select 'it''s se|'",
    "select E'\\'se|'",
    'select $$ se|',
    'select $a$ $$ se| $a$',
    '-- se|',
    '-- se|\nselect 1',
    'select 1 /* se| */',
    'select 1 /* se|',
    'select 1e|',
    'select 1.|',
    'select .|',
    'select :se|',
    'select $1|',
    // Complete names and keywords.
    'select|',
    'SELECT|',
    'explain|',
    'explain\nselect|',
    'select * from orders|',
    'select * from Orders|',
    'select id| from orders',
    'select o| from orders o',
    'select o.id| from orders o',
    'select * from stock.parts|',
    'with big as (select 1) select * from big|',
    // Nothing typed.
    'select |',
    'select * from |',
    'select * from orders\n|',
    'select unknown_table.|',
    '|',
    ';|',
    'select (|)',
    'select id,|',
  ]) {
    t.equal(await resultAt(text), null, text.replaceAll('\n', '⏎').replace('#', ''));
  }
});

t.test('snippets are offered behind the keywords, in the typed case', async (t) => {
  const labelsAt = async (text: string): Promise<string[]> =>
    ((await resultAt(text))?.options ?? []).map(({ label }) => label);
  const ofSelect = await labelsAt('sel|');
  t.equal(ofSelect[0], 'select');
  t.ok(ofSelect.indexOf('select … from … where …') > 0);
  t.ok((await labelsAt('SEL|')).includes('SELECT … FROM … WHERE …'));
  t.ok((await labelsAt('select ca| from orders')).includes('case when … then … end'));
  t.notOk((await labelsAt('select * from se|')).some((label) => label.includes('…')));
  t.equal(
    upperCaseTemplate('insert into ${table} (${columns})\nvalues (${values})'),
    'INSERT INTO ${table} (${columns})\nVALUES (${values})',
  );
});
