import fc from 'fast-check';
import t from 'tap';
import { lexemesOf, type Dialect } from '@sluice/sql';
import { dialect, fragmentSoup } from './arbitraries.js';

const texts = (text: string, of: Dialect): string[] => lexemesOf(text, of).map((each) => each.text);
const isSame = (a: string, b: string, of: Dialect): boolean => {
  const [first, second] = [a, b].map((text) => lexemesOf(text, of).map(({ key }) => key));
  return JSON.stringify(first) === JSON.stringify(second);
};

t.test('operators are read as the engines read them', (t) => {
  t.same(texts('a<->b *<>c @-1=-1||-2 x::int[1:2] (-1)', 'postgres'), [
    ...['a', '<->', 'b', '*<>', 'c', '@-', '1', '=', '-', '1', '||-', '2'],
    ...['x', '::', 'int', '[', '1', ':', '2', ']', '(', '-', '1', ')'],
  ]);
  t.same(texts('a<=>-b||-1 @@c', 'mysql'), ['a', '<=>', '-', 'b', '||', '-', '1', '@@c']);
  t.same(texts('a|>b array<array<int64>>[1]', 'bigquery').slice(0, 4), ['a', '|>', 'b', 'array']);
  t.end();
});

t.test('white space that has a meaning changes the keys, and other white space does not', (t) => {
  const different: [a: string, b: string, of: Dialect][] = [
    ['a && b', 'a & & b', 'duckdb'],
    ['a *= b', 'a * = b', 'postgres'],
    ["'a'\n'b'", "'a' 'b'", 'postgres'],
    ["u&'a'", "u & 'a'", 'postgres'],
    ['select 1.5', 'select 1 .5', 'sqlite'],
    ['select @a', 'select @ a', 'mysql'],
    ["select @'a'", "select @ 'a'", 'mysql'],
    ['return :a', 'return:a', 'snowflake'],
    ['select a:b', 'select a :b', 'snowflake'],
    ['select ?1', 'select ? 1', 'sqlite'],
    ['select 1 -- a\n+ 1', 'select 1 -- a + 1', 'sqlite'],
    ["select 'a  b'", "select 'a b'", 'sqlite'],
    ['select a b', 'select ab', 'sqlite'],
  ];
  for (const [a, b, of] of different) t.notOk(isSame(a, b, of), `${of}: ${a}`);
  const same: [a: string, b: string, of: Dialect][] = [
    ['select a=-1', 'select\n  a = -1', 'postgres'],
    ["'a'\n'b'", "'a'\n'b' ", 'postgres'],
    ["'a'\n'b'", "'a' 'b'", 'mysql'],
    ['select/* a\n b */(1)', 'select /* a\n   b */ ( 1 )', 'sqlite'],
    ['a::int', 'a :: int', 'snowflake'],
  ];
  for (const [a, b, of] of same) t.ok(isSame(a, b, of), `${of}: ${a}`);
  t.end();
});

t.test('lexemes are in order and leave out white space only', (t) => {
  fc.assert(
    fc.property(dialect, fragmentSoup, (of, text) => {
      let at = 0;
      let gaps = '';
      for (const { startOffset, endOffset } of lexemesOf(text, of)) {
        if (startOffset < at || endOffset <= startOffset) return false;
        gaps += text.slice(at, startOffset);
        at = endOffset;
      }
      return /^[\s\ufeff]*$/.test(gaps + text.slice(at));
    }),
    { numRuns: 500 },
  );
  t.end();
});
