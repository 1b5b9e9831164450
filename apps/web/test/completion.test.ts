import {
  CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { PostgreSQL } from '@codemirror/lang-sql';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import type { ConnectionSchema } from '@sluice/contracts';
import t from 'tap';
import { schemaCompletion } from '../src/workbench/completion.js';
import { candidatesOf, likeliest } from '../src/workbench/likeliest.js';

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
      tables: [table('orders', 'id', 'Placed At'), table('Order Lines', 'price')],
    },
    { name: 'stock', description: '', tables: [table('parts', 'weight')] },
  ],
} as ConnectionSchema;

/** A state whose text is read to its end: at first an editor takes 20 ms for it, and goes on in the background. */
function parsed(state: EditorState): EditorState {
  while (ensureSyntaxTree(state, state.doc.length) === null);
  return state.update({}).state;
}

/** The state of an editor with its cursor at `|`. */
const stateAt = (text: string, completed = schema): EditorState =>
  parsed(
    EditorState.create({
      doc: text.replace('|', ''),
      extensions: [PostgreSQL.language, schemaCompletion(PostgreSQL, completed)],
    }),
  );

/** What is offered there, in its order: names, or keywords. */
async function resultAt(state: EditorState, pos: number, what: 'names' | 'keywords' = 'names') {
  const [names, keywords] = state.languageDataAt<CompletionSource>('autocomplete', pos);
  return (what === 'names' ? names : keywords)?.(new CompletionContext(state, pos, true));
}

/** What is put into the text. */
const appliedOf = (result: CompletionResult | null | undefined): string[] =>
  (result?.options ?? []).map(({ label, apply }) => (typeof apply === 'string' ? apply : label));

const offeredAt = async (text: string, what?: 'keywords'): Promise<string[]> =>
  appliedOf(await resultAt(stateAt(text), text.indexOf('|'), what));

t.test('names of a schema are completed', async (t) => {
  t.same(await offeredAt('select * from |'), ['"Order Lines"', 'orders', 'public', 'stock']);
  t.same(await offeredAt('select * from stock.|'), ['parts']);
  t.same(await offeredAt('select | from orders o'), [
    '"Order Lines"',
    'orders',
    'public',
    'stock',
    'o',
  ]);
  t.same(await offeredAt('select o.| from orders o'), ['id', '"Placed At"']);
  t.same(await offeredAt('select orders.| from orders'), ['id', '"Placed At"']);
  t.same(await offeredAt('select p.| from stock.parts p'), ['weight']);
  t.same(await offeredAt('select "Order Lines".| from "Order Lines"'), ['price']);
  t.same(await offeredAt('select * from "Or|'), [
    '"Order Lines"',
    '"orders"',
    '"public"',
    '"stock"',
  ]);
  t.same(await offeredAt('select nobody.|'), []);
});

t.test('keywords are completed, but not behind a point', async (t) => {
  for (const text of ['sel|', 'select * from orders o wh|', 'select o.id, co|', 'select 1. fr|']) {
    t.ok((await offeredAt(text, 'keywords')).includes('select'), text);
  }
  for (const text of ['select o.|', 'select o.co|', 'select "Order Lines".pr|']) {
    t.same(await offeredAt(text, 'keywords'), [], text);
  }
});

t.test('of many names the likeliest are offered, and others as somebody types on', async (t) => {
  const tables = Array.from({ length: 10_000 }, (_, n) => table(`table_${n}`));
  const large = { schemas: [{ name: 'public', description: '', tables }] } as ConnectionSchema;
  for (const quote of ['', '"']) {
    const text = `select * from ${quote}tab`;
    const result = await resultAt(stateAt(text, large), text.length);
    const from = text.length - 3 - quote.length;
    t.match(result, { from });
    t.ok(appliedOf(result).length <= 310, `${appliedOf(result).length} names`);
    const typedOn = (more: string): string[] | null => {
      const state = stateAt(text + more, large);
      const pos = state.doc.length;
      const next = result?.update?.(result, from, pos, new CompletionContext(state, pos, false));
      return next == null ? null : appliedOf(next);
    };
    const name = (n: string): string => `${quote}table_${n}${quote}`;
    t.ok(typedOn('le_9876')?.includes(name('9876')));
    t.notOk(typedOn('le_9876')?.includes(name('9875')));
    t.ok(typedOn('9876')?.includes(name('9876')), 'its characters in their order');
    t.equal(typedOn('le_9876 '), null, 'what is no name is asked for again');
  }
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
