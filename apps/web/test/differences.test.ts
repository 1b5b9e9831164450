import t from 'tap';
import { cellsOf, suggestedKeys, valueText } from '../src/compare/differences.js';

t.test('a changed row shows both values of its changed cells', async (t) => {
  t.same(cellsOf({ change: 'changed', before: [1, 'a'], after: [1, 'b'], columns: [1] }, 2), [
    { value: 1 },
    { before: 'a', after: 'b' },
  ]);
  t.same(cellsOf({ change: 'removed', before: [2, null] }, 2), [{ value: 2 }, { value: null }]);
  t.same(cellsOf({ change: 'added', after: [3, 'c'] }, 2), [{ value: 3 }, { value: 'c' }]);
});

t.test(
  'the suggested key is a column named id, else one that ends with _id, else the first',
  async (t) => {
    const keysOf = (...names: string[]) => suggestedKeys(names.map((name) => ({ name })));
    t.same(keysOf('name', 'user_id', 'ID'), [2]);
    t.same(keysOf('name', 'user_id'), [1]);
    t.same(keysOf('name', 'total'), [0]);
    t.same(keysOf(), []);
  },
);

t.test('values are texts, and long ones are cut', async (t) => {
  t.equal(valueText(null), null);
  t.equal(valueText('null'), 'null');
  t.equal(valueText({ a: [1] }), '{"a":[1]}');
  t.equal(valueText('x'.repeat(201)), `${'x'.repeat(200)}…`);
});
