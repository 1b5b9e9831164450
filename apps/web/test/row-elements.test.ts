import fc from 'fast-check';
import t from 'tap';
import { drawFrom, elementOf, type DrawnRows } from '../src/results/grid/row-elements.js';

const elementsOf = (drawn: DrawnRows, count: number): number[] =>
  Array.from({ length: count }, (_, place) => elementOf(drawn, drawn.from + place));

t.test('a row keeps its element over a short way', (t) => {
  const before = drawFrom(null, 0, 30);
  for (const [from, kept] of [
    [4, 10],
    [9, 29],
  ] as const) {
    t.equal(elementOf(drawFrom(before, from, 30), kept), elementOf(before, kept));
  }
  const back = drawFrom(drawFrom(before, 7, 30), 2, 30);
  t.equal(elementOf(back, 5), elementOf(before, 5));
  t.end();
});

t.test('after a longer way the elements stay in their order', (t) => {
  const before = drawFrom(drawFrom(null, 0, 30), 7, 30);
  for (const from of [17, 900_000]) {
    t.same(elementsOf(drawFrom(before, from, 30), 30), elementsOf(before, 30));
  }
  t.end();
});

t.test('each drawn row has an element to itself, however somebody moves', (t) => {
  const move = fc.record({ from: fc.nat(1_000_000), elements: fc.integer({ min: 1, max: 80 }) });
  fc.assert(
    fc.property(fc.array(move, { minLength: 1 }), (moves) => {
      let drawn: DrawnRows | null = null;
      for (const { from, elements } of moves) {
        drawn = drawFrom(drawn, from, elements);
        const used = new Set(elementsOf(drawn, elements));
        if (used.size !== elements || Math.max(...used) >= elements) return false;
      }
      return true;
    }),
  );
  t.end();
});
