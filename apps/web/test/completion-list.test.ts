import { CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { ConnectionSchema } from '@sluice/contracts';
import fc from 'fast-check';
import t from 'tap';
import { bestMatches, candidatesOf } from '../src/editor/completion/best-matches.js';
import { appliedOf, offeredAt, resultAt, stateOf, table } from './completion-support.js';
import { mariaDbQueries, postgresQueries } from './typing-texts.js';

t.test('an explicit request opens the list anywhere but in literals and comments', async (t) => {
  const isExplicit = true;
  t.same((await offeredAt('select * from |', { isExplicit })).slice(0, 4), [
    '"Order Lines"',
    'customers',
    'orders',
    'sessions',
  ]);
  t.same((await offeredAt('select | from customers', { isExplicit })).slice(0, 4), [
    'id',
    'name',
    'city',
    'customers',
  ]);
  t.ok((await offeredAt('|', { isExplicit })).includes('select'));
  t.ok((await offeredAt('select count(*) as c|', { isExplicit })).includes('count'));
  t.equal(await resultAt("select '|'", { isExplicit }), null);
  t.equal(await resultAt('-- |', { isExplicit }), null);
});

t.test('quoted names are completed with their quotes', async (t) => {
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

t.test('keywords of a dialect are completed without a schema', async (t) => {
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

t.test('the list is ranked again at each key and closes when the name is complete', async (t) => {
  const result = await resultAt('select * from o|');
  t.same(appliedOf(result)[0], 'orders');
  const typedOn = (text: string): CompletionResult | null | undefined => {
    const state = stateOf(`select * from ${text}`);
    const pos = state.doc.length;
    return result?.update?.(result, 14, pos, new CompletionContext(state, pos, false));
  };
  t.same(appliedOf(typedOn('order') ?? null)[0], 'orders');
  t.equal(typedOn('orders'), null, 'complete');
  t.equal(typedOn('order '), null, 'not a name');
});

t.test('the best of many names are offered, and others after more typing', async (t) => {
  const tables = Array.from({ length: 10_000 }, (_, n) => table(`table_${n}_x`));
  const large = { schemas: [{ name: 'public', description: '', tables }] } as ConnectionSchema;
  for (const quote of ['', '"']) {
    const result = await resultAt(`select * from ${quote}tab|`, { completed: large });
    t.ok(appliedOf(result).length <= 100, `${appliedOf(result).length} names`);
    const typedOn = async (more: string): Promise<string[]> => {
      const text = `select * from ${quote}tab${more}`;
      const state = stateOf(text, { completed: large });
      const pos = state.doc.length;
      const next = result?.update?.(result, 14, pos, new CompletionContext(state, pos, false));
      // The editor asks again when the first options do not suffice.
      const asked = next ?? (await resultAt(`${text}|`, { completed: large }));
      return (asked?.options ?? []).map(({ label }) => label);
    };
    t.ok((await typedOn('le_9876')).includes('table_9876_x'));
    t.notOk((await typedOn('le_9876')).includes('table_9875_x'));
    t.ok((await typedOn('9876')).includes('table_9876_x'), 'characters in order');
  }
});

t.test('completion returns valid results at every position', async (t) => {
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
        async (text, cursor, cut, isExplicit) => {
          const whole = text.slice(0, Math.min(text.length, cut));
          const at = Math.min(cursor, whole.length);
          const marked = `${whole.slice(0, at)}|${whole.slice(at)}`;
          const result = await resultAt(marked, { dialect, isExplicit });
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
});

t.test('deep parentheses are parsed quickly', async (t) => {
  const startedAtMs = performance.now();
  await resultAt(`${'select * from ('.repeat(1_000)}se|`);
  await resultAt(`${'('.repeat(9_000)}se|`);
  await resultAt(`${'with a as ('.repeat(900)}se|`);
  t.ok(performance.now() - startedAtMs < 3_000, `${performance.now() - startedAtMs} ms`);
});

t.test('an exact prefix ranks before a prefix in another case', (t) => {
  const labels = ['Orders', 'old_orders', 'ORDER_LINES', 'orders', 'parts', 'orderings'];
  const candidates = candidatesOf(labels.map((label) => ({ label })));
  const offered = (typed: string, limit: number): string[] =>
    bestMatches(candidates, typed, limit).map(({ label }) => label);
  t.same(offered('or', 10), ['orderings', 'orders', 'ORDER_LINES', 'Orders', 'old_orders']);
  t.same(offered('or', 3), ['orderings', 'orders', 'ORDER_LINES']);
  t.same(offered('', 2), ['old_orders', 'ORDER_LINES']);
  t.same(offered('oo', 10), ['old_orders']);
  t.same(offered('x', 10), []);
  t.end();
});
