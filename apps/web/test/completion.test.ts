import { CompletionContext, type CompletionSource } from '@codemirror/autocomplete';
import { PostgreSQL } from '@codemirror/lang-sql';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import type { ConnectionSchema } from '@sluice/contracts';
import t from 'tap';
import { schemaCompletion } from '../src/workbench/completion.js';

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

/** What is offered at `|`, in its order: names, or keywords; what is put into the text where that differs. */
async function offeredAt(text: string, what: 'names' | 'keywords' = 'names'): Promise<string[]> {
  const pos = text.indexOf('|');
  const state = parsed(
    EditorState.create({
      doc: text.replace('|', ''),
      extensions: [PostgreSQL.language, schemaCompletion(PostgreSQL, schema)],
    }),
  );
  const [names, keywords] = state.languageDataAt<CompletionSource>('autocomplete', pos);
  const source = what === 'names' ? names : keywords;
  const found = await source?.(new CompletionContext(state, pos, true));
  return (found?.options ?? []).map(({ label, apply }) =>
    typeof apply === 'string' ? apply : label,
  );
}

t.test('names of a schema are completed', async (t) => {
  t.same(await offeredAt('select * from |'), ['orders', '"Order Lines"', 'public', 'stock']);
  t.same(await offeredAt('select * from stock.|'), ['parts']);
  t.same(await offeredAt('select | from orders o'), [
    'orders',
    '"Order Lines"',
    'public',
    'stock',
    'o',
  ]);
  t.same(await offeredAt('select o.| from orders o'), ['id', '"Placed At"']);
  t.same(await offeredAt('select orders.| from orders'), ['id', '"Placed At"']);
  t.same(await offeredAt('select p.| from stock.parts p'), ['weight']);
  t.same(await offeredAt('select "Order Lines".| from "Order Lines"'), ['price']);
  t.same(await offeredAt('select * from "Or|'), [
    '"orders"',
    '"Order Lines"',
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
