import fc from 'fast-check';
import t from 'tap';
import { diffRows, type DiffRow } from '../src/queries/diff.js';

const shown = (rows: DiffRow[]) =>
  rows.map((row) =>
    row.kind === 'gap'
      ? `… ${row.lines}`
      : `${{ same: ' ', removed: '-', added: '+' }[row.kind]}${row.text} ${row.left ?? '_'}:${row.right ?? '_'}`,
  );

t.test('changed lines are marked and numbered', async (t) => {
  t.same(shown(diffRows('a\nb\nc', 'a\nB\nc\nd')), [
    ' a 1:1',
    '-b 2:_',
    '+B _:2',
    ' c 3:3',
    '+d _:4',
  ]);
});

t.test('a missing final newline and CRLF are not differences', async (t) => {
  t.same(shown(diffRows('a\nb\n', 'a\r\nb')), ['… 2']);
});

t.test('an empty text has no lines', async (t) => {
  t.same(shown(diffRows('', 'a')), ['+a _:1']);
  t.same(shown(diffRows('a\n\n', '')), ['-a 1:_', '- 2:_']);
  t.same(diffRows('', ''), []);
});

t.test('unchanged lines are folded, except three around each change', async (t) => {
  const lines = Array.from({ length: 20 }, (_each, index) => `line ${index + 1}`);
  const changed = lines.with(9, 'other');
  t.same(shown(diffRows(lines.join('\n'), changed.join('\n'))), [
    '… 6',
    ' line 7 7:7',
    ' line 8 8:8',
    ' line 9 9:9',
    '-line 10 10:_',
    '+other _:10',
    ' line 11 11:11',
    ' line 12 12:12',
    ' line 13 13:13',
    '… 7',
  ]);
});

t.test('both texts can be rebuilt from any comparison', async (t) => {
  const line = fc.constantFrom('a', 'b', 'c', '', 'select 1');
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((each) => `${each}\n`));
  fc.assert(
    fc.property(text, text, (left, right) => {
      const rows = diffRows(left.join(''), right.join(''));
      const count = (side: 'left' | 'right') =>
        rows.reduce(
          (sum, row) => sum + (row.kind === 'gap' ? row.lines : Number(row[side] !== null)),
          0,
        );
      for (const row of rows) {
        if (row.kind === 'gap') continue;
        if (row.left !== null && `${row.text}\n` !== left[row.left - 1]) return false;
        if (row.right !== null && `${row.text}\n` !== right[row.right - 1]) return false;
      }
      return count('left') === left.length && count('right') === right.length;
    }),
  );
  t.pass('no line is lost');
});
