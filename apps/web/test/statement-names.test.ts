import t from 'tap';
import { analysisHere, settingsOf, table } from './completion-support.js';
import type { NameMeaning } from '../src/editor/names/meaning.js';
import { cardOf } from '../src/editor/names/card-content.js';
import { statementAt } from '../src/sql/statement-at.js';

const schema = {
  schemas: [
    {
      name: 'public',
      description: '',
      tables: [
        { ...table('orders', 'id', 'customer_id', 'amount'), description: 'Purchases' },
        table('customers', 'id', 'name', 'city'),
        table('Order Lines', 'price'),
      ],
    },
    { name: 'stock', description: '', tables: [{ ...table('parts', 'weight'), type: 'view' }] },
  ],
};
const analysis = analysisHere(schema, settingsOf('postgres'));

/** Returns what the name at `|` refers to, as one line. */
async function referred(text: string): Promise<string> {
  const pos = text.indexOf('|');
  const meaning = await analysis.meaning({ text: text.replace('|', ''), pos });
  return meaning === null ? 'nothing' : lineOf(meaning);
}

function lineOf(meaning: NameMeaning): string {
  switch (meaning.kind) {
    case 'function':
      return `function ${meaning.function.name}`;
    case 'column': {
      const { column, owner, table: found } = meaning;
      const place = found === null ? owner : `${found.schema}.${found.name}`;
      return `column ${column.name} of ${place}`;
    }
    case 'relation': {
      const { name, table: found, columns } = meaning;
      const names = columns.map((column) => column.name).join(',');
      return found === null
        ? `query ${name}(${names})`
        : `${found.type} ${found.schema}.${found.name}`;
    }
  }
}

t.test('a name refers to a table, column, query or function', async (t) => {
  for (const [text, expected] of [
    ['select * from ord|ers', 'table public.orders'],
    ['select * from |orders', 'table public.orders'],
    ['select * from orders|', 'table public.orders'],
    ['select * from ORDERS o|', 'table public.orders'],
    ['select o|.id from orders o', 'table public.orders'],
    ['select orders|.id from orders', 'table public.orders'],
    ['select * from stock.par|ts', 'view stock.parts'],
    ['select * from "Order L|ines"', 'table public.Order Lines'],
    ['select * from sto|ck.parts', 'nothing'],
    ['insert into customers| (id) values (1)', 'table public.customers'],
    ['insert into customers (ci|ty) values (1)', 'column city of public.customers'],
    ['update customers set ci|ty = 1', 'column city of public.customers'],
    ['select amount| from orders', 'column amount of public.orders'],
    ['select o.amount| from orders o', 'column amount of public.orders'],
    ['select stock.parts.|weight from stock.parts', 'column weight of stock.parts'],
    ['select stock.pa|rts.weight from stock.parts', 'view stock.parts'],
    [
      'select id from customers where exists (select 1 from orders where na|me = 1)',
      'column name of public.customers',
    ],
    ['with big as (select id as n from orders) select * from bi|g', 'query big(n)'],
    ['with bi|g as (select id from orders) select * from big', 'query big(id)'],
    ['with big as (select id from orders) select b|.id from big b', 'query b(id)'],
    [
      'with big as (select sum(id) as total from orders) select tot|al from big',
      'column total of big',
    ],
    ['with big as (select id from orders) select i|d from big', 'column id of big'],
    ['select x.id from (select id from orders) x|', 'query x(id)'],
    ['select count|(*) from orders', 'function count'],
    ['select generate_series|(1, 2)', 'function generate_series'],
    ["select 'ord|ers' from orders", 'nothing'],
    ['select 1 -- ord|ers\n from orders', 'nothing'],
    ['sel|ect 1 from orders', 'nothing'],
    ['select |unknown from orders', 'nothing'],
    ['select * from |unknown', 'nothing'],
    ['|', 'nothing'],
  ] as const) {
    t.equal(await referred(text), expected, text);
  }
});

/** Returns a text with the uses of the name at `|` in brackets. */
async function marked(text: string): Promise<string> {
  const pos = text.indexOf('|');
  const plain = text.replace('|', '');
  const ranges = await analysis.occurrences({ text: plain, pos });
  return ranges.reduceRight(
    (all, { from, to }) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
    plain,
  );
}

t.test('the uses of an alias and of a common table expression are found', async (t) => {
  for (const [text, expected] of [
    [
      'select |o.id from orders o where o.amount > 1',
      'select [o].id from orders [o] where [o].amount > 1',
    ],
    ["select o.id, 'o.' from orders |o -- o.id", "select [o].id, 'o.' from orders [o] -- o.id"],
    // A subquery sees the alias, unless it defines the same one.
    [
      'select 1 from orders |o where exists (select 1 from customers where id = o.id)',
      'select 1 from orders [o] where exists (select 1 from customers where id = [o].id)',
    ],
    [
      'select o.id from orders |o where exists (select o.name from customers o)',
      'select [o].id from orders [o] where exists (select o.name from customers o)',
    ],
    [
      'select o.id from orders o where exists (select |o.name from customers o)',
      'select o.id from orders o where exists (select [o].name from customers [o])',
    ],
    [
      'with big as (select 1 as a) select big.a, b.a from |big join big b using (a)',
      'with [big] as (select 1 as a) select [big].a, b.a from [big] join [big] b using (a)',
    ],
    ['select "My O".id from orders "My |O"', 'select "[My O]".id from orders "[My O]"'],
    ['select O.id from orders |o', 'select [O].id from orders [o]'],
    // A column of the same name is another name.
    ['select o.o from (select 1 as o) |o', 'select [o].o from (select 1 as o) [o]'],
    // The database defines these names.
    ['select orders.id from ord|ers', 'select orders.id from orders'],
    ['select amount| from orders', 'select amount from orders'],
    ['select * from |unknown', 'select * from unknown'],
  ] as const) {
    t.equal(await marked(text), expected, text);
  }
});

t.test('a card says what a name is', async (t) => {
  const cardAt = async (text: string) => {
    const pos = text.indexOf('|');
    const meaning = await analysis.meaning({ text: text.replace('|', ''), pos });
    return meaning === null ? null : cardOf(meaning);
  };
  t.match(await cardAt('select * from orders o|'), {
    title: 'public.orders',
    note: 'table',
    texts: ['Purchases', 'o is an alias.'],
    columns: [{ name: 'id', dataType: 'text' }],
  });
  t.match(await cardAt('select amount| from orders'), {
    title: 'amount',
    note: 'text',
    texts: ['Column of public.orders'],
  });
  t.match(await cardAt('select count|(*)'), { title: /^count\(/, note: 'integer' });
});

t.test('the statement at the cursor is one that the service runs', async (t) => {
  const found = async (text: string, dialect?: string): Promise<string | null> => {
    const plain = text.replace('|', '');
    const range = await statementAt(plain, text.indexOf('|'), dialect);
    return range === null ? null : plain.slice(range.from, range.to);
  };
  const procedure = 'create procedure p() begin select 1; select 2; end';
  for (const [text, expected, dialect] of [
    ['select| 1; select 2', 'select 1'],
    ['select 1;| select 2', 'select 1'],
    ['select 1; |select 2', 'select 2'],
    ['select 1;\n|\nselect 2', 'select 2'],
    ['select 1;\nselect 2;\n\n|', 'select 2'],
    ['|\n\nselect 1', 'select 1'],
    ["select ';|'; select 2", "select ';'"],
    ['|', null],
    ['-- only; a comment|', null],
    [' select 1 |\n', 'select 1'],
    [`${procedure.replace('2', '|2')}; select 3`, procedure, 'mysql'],
    ["select 'it\\'s;| me'; select 2", "select 'it\\'s; me'", 'mysql'],
    ['do $$ begin perform 1;| end $$; select 2', 'do $$ begin perform 1; end $$', 'postgres'],
    ['select 1; |select 2', 'select 2', 'unknown'],
  ] as const) {
    t.equal(await found(text, dialect), expected, text);
  }
});
