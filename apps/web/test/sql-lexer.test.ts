import fc from 'fast-check';
import t from 'tap';
import { tokensOf, type LexerOptions } from '../src/editor/completion/lexer.js';

const mysql: LexerOptions = {
  backslashEscapes: true,
  doubleQuotedStrings: true,
  hashComments: true,
  spaceAfterDashes: true,
};

const shown = (text: string, options: LexerOptions = {}): string[] =>
  tokensOf(text, options).map(
    ({ kind, from, to, isOpen }) => `${kind} ${text.slice(from, to)}${isOpen ? ' …' : ''}`,
  );

t.test('tokens follow the rules of the dialect', (t) => {
  t.same(shown(`select o."a""b", 'it''s' -- x`), [
    'word select',
    'word o',
    'symbol .',
    'quoted "a""b"',
    'symbol ,',
    "literal 'it''s'",
    'comment -- x …',
  ]);
  t.same(tokensOf('"a""b"', {})[0]?.text, 'a"b');
  t.same(shown(`E'a\\'b' 'a\\' x`), [`literal E'a\\'b'`, `literal 'a\\'`, 'word x']);
  t.same(shown(`'a\\' x`, mysql), [`literal 'a\\' x …`]);
  t.same(shown('"a" # b', mysql), ['literal "a"', 'comment # b …']);
  t.same(shown('1--2 -- 3', mysql).slice(1, 4), ['symbol -', 'symbol -', 'literal 2']);
  t.same(shown('a::int :b @c $1 größe'), [
    'word a',
    'symbol ::',
    'word int',
    'literal :b',
    'literal @c',
    'literal $1',
    'word größe',
  ]);
  t.same(shown("$$ it's $$ x $a$ $$ $a$"), ["literal $$ it's $$", 'word x', 'literal $a$ $$ $a$']);
  for (const open of [
    "'",
    "'a''",
    "E'a\\'",
    '"',
    '"a""',
    '`a',
    '$$',
    '$$ $',
    '$a$ $$',
    '/*',
    '/*/',
    '--',
  ]) {
    t.equal(tokensOf(`x ${open}`, {}).at(-1)?.isOpen, true, open);
  }
  for (const closed of ["''", "'a'''", `E'\\\\'`, '""', '``', '$$$$', '/**/', '1', 'a']) {
    t.equal(tokensOf(`x ${closed}`, {}).at(-1)?.isOpen, false, closed);
  }
  t.end();
});

t.test('every character belongs to one token or is white space', (t) => {
  const part = fc.constantFrom(
    ...[
      "'",
      '"',
      '`',
      '$$',
      '$a$',
      '--',
      '/*',
      '*/',
      '\n',
      '\\',
      ';',
      '(',
      ')',
      '#',
      '::',
      ':',
      '@',
      'E',
    ],
    ...['select', ' ', '1', 'ü', '\u{1f600}', '.'],
  );
  const texts = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  for (const options of [{}, mysql]) {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0;
        for (const { from, to } of tokensOf(text, options)) {
          if (text.slice(end, from).trim() !== '' || to <= from) return false;
          end = to;
        }
        return text.slice(end).trim() === '';
      }),
      { numRuns: 3_000 },
    );
  }
  t.end();
});
