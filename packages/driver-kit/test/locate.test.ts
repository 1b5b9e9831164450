import { locate } from '@sluice/driver-kit';
import fc from 'fast-check';
import t from 'tap';

await t.test('a position is a line and a column counted in characters', (t) => {
  t.strictSame(locate('select x', 8), { line: 1, column: 8 });
  t.strictSame(locate('a\n🎈b', 4), { line: 2, column: 2 });
  t.strictSame(locate('ab', 3), { line: 1, column: 3 }, 'the end of the text');
  t.equal(locate('ab', 4), undefined);
  t.equal(locate('ab', 0), undefined);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, position) => {
      const place = locate(text, position);
      const before = Array.from(text).slice(0, position - 1);
      if (place) t.equal(place.line, before.filter((c) => c === '\n').length + 1);
    }),
  );
  t.end();
});
