import t from 'tap';
import { locate } from '@sluice/sql';

const rows: readonly (readonly [
  behaviour: string,
  text: string,
  position: number,
  line: number,
  column: number,
])[] = [
  ['the first character is line 1, column 1', 'SELECT', 1, 1, 1],
  ['columns count from 1', 'SELECT', 3, 1, 3],
  ['a line feed ends a line', 'a\nbc', 4, 2, 2],
  ['the line feed itself is in its line', 'a\nbc', 2, 1, 2],
  ['a carriage return ends a line', 'a\rbc', 3, 2, 1],
  ['CRLF ends one line', 'a\r\nbc', 4, 2, 1],
  ['CRLF twice ends two', 'a\r\n\r\nb', 6, 3, 1],
  ['LF and CR end two', 'a\n\rb', 4, 3, 1],
  ['a character beyond 16 bits counts once', '😀😀x', 3, 1, 3],
  ['and so in later lines', '😀\n😀x', 4, 2, 2],
  ['a lone surrogate counts once', '\ud83dx\udc00y', 4, 1, 4],
  ['an accent of its own counts as a character', 'e\u0301x', 3, 1, 3],
  ['a position past the end is the end', 'a\nb', 99, 2, 2],
  ['the position after the last character is the end', 'ab', 3, 1, 3],
  ['a position of 0 is the start', 'ab', 0, 1, 1],
  ['a negative position is the start', 'ab', -5, 1, 1],
  ['no number is the start', 'ab', Number.NaN, 1, 1],
  ['an empty text has its start', '', 1, 1, 1],
];

for (const [behaviour, text, position, line, column] of rows) {
  void t.test(behaviour, (t) => {
    t.same(locate(text, position), { line, column });
    t.end();
  });
}
