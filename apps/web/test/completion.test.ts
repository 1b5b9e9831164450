import {
  CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import type { ConnectionSchema } from '@sluice/contracts';
import fc from 'fast-check';
import t from 'tap';
import { candidatesOf, likeliest } from '../src/editor/completion/best-matches.js';
import { sqlCompletion } from '../src/editor/completion/source.js';
import { dialectOf } from '../src/editor/dialects.js';
import { mariaDbQueries, postgresQueries } from './typed-queries.js';

const table = (name: string, ...columns: string[]) => ({
  name,
  description: '',
  type: 'table',
  columns: columns.map((column) => ({ name: column, description: '', dataType: 'text' })),
});
const schema = {
  schemas: [
    {
      name: 'public',
      description: '',
      tables: [
        table('orders', 'id', 'customer_id', 'Placed At', 'seller'),
        table('customers', 'id', 'name', 'city'),
        table('Order Lines', 'price', 'order'),
        table('sessions', 'seconds'),
      ],
    },
    {
      name: 'stock',
      description: '',
      tables: [table('parts', 'weight', 'größe'), table('orders', 'x')],
    },
  ],
} as ConnectionSchema;

/** A state whose text is read to its end: at first an editor takes 20 ms for it, and goes on in the background. */
function parsed(state: EditorState): EditorState {
  while (ensureSyntaxTree(state, state.doc.length) === null);
  return state.update({}).state;
}

interface At {
  dialect?: string;
  completed?: ConnectionSchema | undefined;
  /** Asked for by Ctrl+Space. */
  isAsked?: boolean;
}

const stateOf = (
  doc: string,
  { dialect = 'postgres', completed = schema }: At = {},
): EditorState => {
  const { language } = dialectOf(dialect);
  const completion = sqlCompletion(dialectOf(dialect), dialect, completed);
  return parsed(EditorState.create({ doc, extensions: [language, completion] }));
};

/** What opens at `|`. */
async function resultAt(text: string, at: At = {}): Promise<CompletionResult | null> {
  const pos = text.indexOf('|');
  const state = stateOf(text.replace('|', ''), at);
  const [source] = state.languageDataAt<CompletionSource>('autocomplete', pos);
  return (await source?.(new CompletionContext(state, pos, at.isAsked ?? false))) ?? null;
}

/** What is put into the text, in the order in which it is offered. */
const appliedOf = (result: CompletionResult | null): string[] =>
  (result?.options ?? []).map(({ label, apply }) => (typeof apply === 'string' ? apply : label));

const offeredAt = async (text: string, at: At = {}): Promise<string[]> =>
  appliedOf(await resultAt(text, at));

t.test('the first that is offered is what is meant', async (t) => {
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
    // Columns without an alias, wherever their table is named.
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
    // Of both, the database would not know which is meant.
    ['select i| from orders o join customers c on true', 'o.id'],
    // Through aliases, and behind a point.
    ['select o.| from orders o', 'id'],
    ['select o.cu| from orders as o', 'customer_id'],
    ['select orders.cu| from orders', 'customer_id'],
    ['select stock.parts.w| from stock.parts', 'weight'],
    ['select O.cu| from Orders O', 'customer_id'],
    ['select * from orders o join customers cc on c|', 'customer_id'],
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
    // A subquery sees the query around it, its own columns first.
    [
      'select * from customers c where exists (select 1 from orders where customer_id = c.ci|)',
      'city',
    ],
    ['select * from customers where exists (select 1 from orders where ci|)', 'city'],
    // Each part of a union reads its own tables.
    ['select name from customers union select se| from orders', 'seller'],
    // Words that go on.
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

t.test('nothing opens by itself where nothing can be meant, or all is typed', async (t) => {
  for (const text of [
    // Names that their author makes up.
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
    // Whole already.
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
    // Nothing is typed.
    'select |',
    'select * from |',
    'select * from orders\n|',
    'select nobody.|',
    '|',
    ';|',
    'select (|)',
    'select id,|',
  ]) {
    t.equal(await resultAt(text), null, text.replaceAll('\n', '⏎').replace('#', ''));
  }
});

t.test('what is asked for opens anywhere but in literals and comments', async (t) => {
  const isAsked = true;
  t.same((await offeredAt('select * from |', { isAsked })).slice(0, 4), [
    '"Order Lines"',
    'customers',
    'orders',
    'sessions',
  ]);
  t.same((await offeredAt('select | from customers', { isAsked })).slice(0, 4), [
    'id',
    'name',
    'city',
    'customers',
  ]);
  t.ok((await offeredAt('|', { isAsked })).includes('select'));
  t.ok((await offeredAt('select count(*) as c|', { isAsked })).includes('count'));
  t.equal(await resultAt("select '|'", { isAsked }), null);
  t.equal(await resultAt('-- |', { isAsked }), null);
});

t.test('names in quotes are completed with their quotes', async (t) => {
  for (const [dialect, quote] of [
    ['postgres', '"'],
    ['mysql', '`'],
    ['bigquery', '`'],
  ] as const) {
    const result = await resultAt(`select * from ${quote}Or|`, { dialect });
    t.match(result, { from: 14 }, dialect);
    t.equal(result?.options[0]?.label, 'Order Lines', dialect);
    t.equal(await resultAt(`select * from ${quote}orders|${quote}`, { dialect }), null, dialect);
  }
});

t.test('the words of a dialect are completed without a schema', async (t) => {
  for (const dialect of ['postgres', 'mysql', 'mariadb', 'sqlite', 'bigquery', 'unknown']) {
    t.equal(
      (await offeredAt('sel|', { dialect, completed: { tables: [] } }))[0],
      'select',
      dialect,
    );
  }
  t.equal(await resultAt('select "se|"', { dialect: 'mysql' }), null);
  t.equal(await resultAt('# se|', { dialect: 'mysql' }), null);
  t.equal(await resultAt("select 'it\\'s se|", { dialect: 'mysql' }), null);
});

t.test('a list is ranked again at each key, and closes when the name is whole', async (t) => {
  const result = await resultAt('select * from o|');
  t.same(appliedOf(result)[0], 'orders');
  const typedOn = (text: string): CompletionResult | null | undefined => {
    const state = stateOf(`select * from ${text}`);
    const pos = state.doc.length;
    return result?.update?.(result, 14, pos, new CompletionContext(state, pos, false));
  };
  t.same(appliedOf(typedOn('order') ?? null)[0], 'orders');
  t.equal(typedOn('orders'), null, 'whole');
  t.equal(typedOn('order '), null, 'no name any more');
});

t.test('of many names the likeliest are offered, and others as somebody types on', async (t) => {
  const tables = Array.from({ length: 10_000 }, (_, n) => table(`table_${n}_x`));
  const large = { schemas: [{ name: 'public', description: '', tables }] } as ConnectionSchema;
  for (const quote of ['', '"']) {
    const result = await resultAt(`select * from ${quote}tab|`, { completed: large });
    t.ok(appliedOf(result).length <= 100, `${appliedOf(result).length} names`);
    const typedOn = (more: string): string[] => {
      const state = stateOf(`select * from ${quote}tab${more}`, { completed: large });
      const pos = state.doc.length;
      const next = result?.update?.(result, 14, pos, new CompletionContext(state, pos, false));
      return (next?.options ?? []).map(({ label }) => label);
    };
    t.ok(typedOn('le_9876').includes('table_9876_x'));
    t.notOk(typedOn('le_9876').includes('table_9875_x'));
    t.ok(typedOn('9876').includes('table_9876_x'), 'its characters in their order');
  }
});

t.test(
  'wherever somebody stops in a text, completion answers, and offers only what fits',
  async (t) => {
    const texts = [
      ...postgresQueries,
      ...mariaDbQueries,
      '((((',
      "'",
      '"',
      'with with as (((',
      'from from . . ,',
    ];
    for (const dialect of ['postgres', 'mysql']) {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...texts),
          fc.nat(200),
          fc.nat(200),
          fc.boolean(),
          async (text, cursor, cut, isAsked) => {
            const whole = text.slice(0, Math.min(text.length, cut));
            const at = Math.min(cursor, whole.length);
            const marked = `${whole.slice(0, at)}|${whole.slice(at)}`;
            const result = await resultAt(marked, { dialect, isAsked });
            if (result === null) return true;
            return (
              result.from <= at && new Set(appliedOf(result)).size > 0 === result.options.length > 0
            );
          },
        ),
        { numRuns: 300 },
      );
    }
    t.pass();
  },
);

t.test('deep parentheses are read in little time', async (t) => {
  const startedAtMs = performance.now();
  await resultAt(`${'select * from ('.repeat(1_000)}se|`);
  await resultAt(`${'('.repeat(9_000)}se|`);
  await resultAt(`${'with a as ('.repeat(900)}se|`);
  t.ok(performance.now() - startedAtMs < 3_000, `${performance.now() - startedAtMs} ms`);
});

t.test('names that begin as typed come before those that do in another case', (t) => {
  const labels = ['Orders', 'old_orders', 'ORDER_LINES', 'orders', 'parts', 'orderings'];
  const candidates = candidatesOf(labels.map((label) => ({ label })));
  const offered = (typed: string, most: number): string[] =>
    likeliest(candidates, typed, most).map(({ label }) => label);
  t.same(offered('or', 10), ['orderings', 'orders', 'ORDER_LINES', 'Orders', 'old_orders']);
  t.same(offered('or', 3), ['orderings', 'orders', 'ORDER_LINES']);
  t.same(offered('', 2), ['old_orders', 'ORDER_LINES']);
  t.same(offered('oo', 10), ['old_orders']);
  t.same(offered('x', 10), []);
  t.end();
});
