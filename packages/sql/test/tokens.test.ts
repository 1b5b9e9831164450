import fc from 'fast-check';
import t from 'tap';
import { scanTokens, splitStatements, type Dialect } from '@sluice/sql';
import { dialect, fragmentSoup, script } from './arbitraries.js';

/** Kinds and texts without white space. */
const tokens = (text: string, of: Dialect): [kind: string, text: string][] =>
  [...scanTokens(text, of)]
    .filter(({ kind }) => kind !== 'space')
    .map(({ kind, startOffset, endOffset }) => [kind, text.slice(startOffset, endOffset)]);

t.test('each kind of token is read', (t) => {
  t.same(tokens(`select e'a;' "b", 1.5 -- c\n; {{d}}$$x$$`, 'postgres'), [
    ['word', 'select'],
    ['quoted', "e'a;'"],
    ['quoted', '"b"'],
    ['symbol', ','],
    ['number', '1'],
    ['symbol', '.'],
    ['number', '5'],
    ['comment', '-- c'],
    ['terminator', ';'],
    ['placeholder', '{{d}}'],
    ['quoted', '$$x$$'],
  ]);
  t.same(tokens('use a\nselect 1 /*! + 2 */\nfrom t\\gdelimiter //\n#x', 'mysql'), [
    ['line', 'use a'],
    ['terminator', '\n'],
    ['word', 'select'],
    ['number', '1'],
    ['symbol', '/*!'],
    ['symbol', '+'],
    ['number', '2'],
    ['symbol', '*/'],
    ['word', 'from'],
    ['word', 't'],
    ['terminator', '\\g'],
    ['command', 'delimiter //'],
    ['comment', '#x'],
  ]);
  t.same(tokens('list @a."b c"/d file://e', 'snowflake').slice(1), [
    ['path', '@a."b c"/d'],
    ['path', 'file://e'],
  ]);
  t.end();
});

t.test('the tokens of any text are the text, and statements are made of whole tokens', (t) => {
  const texts = fc.oneof(
    fc.tuple(dialect, fragmentSoup),
    script.map(([of, parts]) => [of, parts.join(';\n')] as const),
  );
  fc.assert(
    fc.property(texts, ([of, text]) => {
      const found = [...scanTokens(text, of)];
      let at = 0;
      for (const { startOffset, endOffset } of found) {
        if (startOffset !== at || endOffset <= startOffset) return false;
        at = endOffset;
      }
      const starts = new Set(found.map(({ startOffset }) => startOffset));
      return (
        at === text.length &&
        splitStatements(text, of).every((statement) => starts.has(statement.startOffset))
      );
    }),
    { numRuns: 500 },
  );
  t.end();
});
