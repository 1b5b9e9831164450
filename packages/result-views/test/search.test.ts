import t from 'tap';
import type { ColumnInfo } from '@sluice/contracts';
import { column, openTestViews, storeTexts, viewOf } from './support/views.js';

type Texts = readonly (readonly string[])[];

/** Returns a function that answers which rows have a text. */
async function searchOf(
  test: Parameters<typeof openTestViews>[0],
  columns: ColumnInfo[],
  rows: Texts,
) {
  const { views, store } = await openTestViews(test);
  const result = await storeTexts(store, columns, rows);
  return async (text: string, ignoreCase = true) =>
    (await viewOf(views, result, { search: { text, ignoreCase } })).rowNumbers;
}

await t.test('a search compares letters of all languages without case', async (t) => {
  const texts = ['Kelvin', '\u212Aelvin', 'İ x', 'i x', 'ΟΣ', 'ος', 'ß', 'ǅ'];
  const rows = texts.map((text) => [JSON.stringify(text)]);
  const find = await searchOf(t, [column('string')], rows);
  t.same(await find('kelvin'), [0, 1]);
  t.same(await find('kelvin', false), []);
  t.same(await find('I X'), [2, 3]);
  t.same(await find('οσ'), [4], 'a capital sigma has one lower case');
  t.same(await find('SS'), [], 'no character becomes two');
  t.same(await find('ǆ'), [7]);
});

await t.test('a search looks at values, not at how they are stored', async (t) => {
  const rows = [
    ['null', 'true'],
    ['"nul"', 'false'],
    [String.raw`"tab\tn"`, 'null'],
    [String.raw`"back\\slash"`, 'true'],
    ['"a.b*c"', 'null'],
    ['"a, b"', 'false'],
  ];
  const find = await searchOf(t, [column('string'), column('boolean')], rows);
  t.same(await find('nul'), [1], 'a null is no text');
  t.same(await find('tru'), [0, 3]);
  t.same(await find('tn'), [], 'the letter of an escape is no text');
  t.same(await find('\tn'), [2]);
  t.same(await find('k\\s'), [3]);
  t.same(await find('.b*'), [4], 'characters of patterns have no meaning');
  t.same(await find('a, b'), [5]);
  t.same(await find('",'), [], 'separators of values are no text');
});

await t.test('a search finds text of JSON in its compact form and behind escapes', async (t) => {
  const rows = [
    ['{"a": [1, 2],\n "name": "x"}'.replace('\n', ' ')],
    [String.raw`{"name": "caf\u00e9 \u0061bc"}`],
    ['{"name": "café abc"}'],
    [String.raw`"\u212Aelvin"`],
  ];
  const find = await searchOf(t, [column('json')], rows);
  t.same(await find('[1,2],"name"'), [0]);
  t.same(await find('[1, 2]'), []);
  t.same(await find('CAFÉ ABC'), [1, 2]);
  t.same(await find('kelvin'), [3]);
});

await t.test('a search of many rows finds the same as a look at each', async (t) => {
  const { views, store } = await openTestViews(t);
  const texts = Array.from({ length: 20_000 }, (_, at) => `value ${String((at * 7919) % 20_011)}`);
  const columns = [column('string'), column('number')];
  const rows = texts.map((text, at) => [JSON.stringify(text), String(at % 10)]);
  const result = await storeTexts(store, columns, rows);
  for (const text of ['77', 'VALUE 1', 'e', '19999', 'none']) {
    const expected = [...texts.keys()].filter((at) =>
      `${texts[at] ?? ''} ${String(at % 10)}`.includes(text.toLowerCase()),
    );
    const search = { text };
    const found = await viewOf(views, result, { search, limit: 10_000 });
    t.equal(found.total, expected.length, text);
    t.same(found.rowNumbers, expected.slice(0, 10_000), text);
    const deep = await viewOf(views, result, {
      search,
      offset: Math.max(0, expected.length - 3),
      limit: 10,
    });
    t.same(deep.rowNumbers, expected.slice(-3), `the end of ${text}`);
    const filters = [{ column: 1, operator: '=', value: 4 } as const];
    const both = await viewOf(views, result, { search, filters, limit: 10_000 });
    t.same(
      both.rowNumbers,
      expected.filter((at) => at % 10 === 4),
      `${text} with a filter`,
    );
  }
});
