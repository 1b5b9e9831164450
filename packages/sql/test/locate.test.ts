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
  ['columns are counted from 1', 'SELECT', 3, 1, 3],
  ['a line feed ends a line', 'a\nbc', 4, 2, 2],
  ['a line feed belongs to the line that it ends', 'a\nbc', 2, 1, 2],
  ['a carriage return ends a line', 'a\rbc', 3, 2, 1],
  ['CRLF ends one line', 'a\r\nbc', 4, 2, 1],
  ['two CRLF end two lines', 'a\r\n\r\nb', 6, 3, 1],
  ['LF followed by CR ends two lines', 'a\n\rb', 4, 3, 1],
  ['a character outside the BMP counts as one column', '😀😀x', 3, 1, 3],
  ['a character outside the BMP counts as one column in later lines', '😀\n😀x', 4, 2, 2],
  ['a lone surrogate counts as one column', '\ud83dx\udc00y', 4, 1, 4],
  ['a combining accent counts as one column', 'e\u0301x', 3, 1, 3],
  ['a position past the end returns the end', 'a\nb', 99, 2, 2],
  ['the position after the last character returns the end', 'ab', 3, 1, 3],
  ['position 0 returns the start', 'ab', 0, 1, 1],
  ['a negative position returns the start', 'ab', -5, 1, 1],
  ['NaN returns the start', 'ab', Number.NaN, 1, 1],
  ['an empty text returns line 1, column 1', '', 1, 1, 1],
];

for (const [behaviour, text, position, line, column] of rows) {
  void t.test(behaviour, (t) => {
    t.same(locate(text, position), { line, column });
    t.end();
  });
}
