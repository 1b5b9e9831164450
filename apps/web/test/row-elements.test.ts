import fc from 'fast-check';
import t from 'tap';
import { assignElements, elementOf, type RenderedRows } from '../src/results/grid/row-elements.js';

const elementsOf = (rendered: RenderedRows, count: number): number[] =>
  Array.from({ length: count }, (_, place) => elementOf(rendered, rendered.from + place));

t.test('a row keeps its element after a short scroll', (t) => {
  const before = assignElements(null, 0, 30);
  for (const [from, kept] of [
    [4, 10],
    [9, 29],
  ] as const) {
    t.equal(elementOf(assignElements(before, from, 30), kept), elementOf(before, kept));
  }
  const back = assignElements(assignElements(before, 7, 30), 2, 30);
  t.equal(elementOf(back, 5), elementOf(before, 5));
  t.end();
});

t.test('after a long scroll the elements keep their order', (t) => {
  const before = assignElements(assignElements(null, 0, 30), 7, 30);
  for (const from of [17, 900_000]) {
    t.same(elementsOf(assignElements(before, from, 30), 30), elementsOf(before, 30));
  }
  t.end();
});

t.test('each rendered row has its own element after any scroll', (t) => {
  const move = fc.record({ from: fc.nat(1_000_000), elements: fc.integer({ min: 1, max: 80 }) });
  fc.assert(
    fc.property(fc.array(move, { minLength: 1 }), (moves) => {
      let rendered: RenderedRows | null = null;
      for (const { from, elements } of moves) {
        rendered = assignElements(rendered, from, elements);
        const used = new Set(elementsOf(rendered, elements));
        if (used.size !== elements || Math.max(...used) >= elements) return false;
      }
      return true;
    }),
  );
  t.end();
});
