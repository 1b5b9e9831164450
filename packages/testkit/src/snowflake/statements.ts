import {
  integerColumn,
  rows,
  textColumn,
  type SnowflakeBehaviour,
  type SnowflakeFile,
} from './behaviour.js';
import type { SnowflakeSessionState } from './session.js';

const INSERT = 0x3100;
const DDL = 0x6000;
const TRANSACTION = 0x5000;
const SETTING = 0x4100;

/** Number of rows that come with the response of a large result. */
const FIRST_ROWS = 500;
const ROWS_OF_FILE = 40_000;
const ROWS_OF_PART = 500;

type Statement = (match: RegExpExecArray, session: SnowflakeSessionState) => SnowflakeBehaviour;

const status = (message: string, typeId: number): SnowflakeBehaviour => ({
  kind: 'status',
  message,
  typeId,
});

const executed = (typeId: number): SnowflakeBehaviour =>
  status('Statement executed successfully.', typeId);

/** Numbers from 1: the first ones with the response, the others in files. */
function series(count: number): SnowflakeBehaviour {
  const first = Array.from({ length: Math.min(count, FIRST_ROWS) }, (_, i) => [String(i + 1)]);
  const files: SnowflakeFile[] = [];
  for (let from = FIRST_ROWS; from < count; from += ROWS_OF_FILE) {
    files.push(numbers(from + 1, Math.min(count, from + ROWS_OF_FILE)));
  }
  return { kind: 'rows', columns: [integerColumn('N')], rows: first, files };
}

const numbers = (from: number, to: number): SnowflakeFile => ({
  rowCount: to - from + 1,
  *parts() {
    for (let at = from; at <= to; at += ROWS_OF_PART) {
      const end = Math.min(to, at + ROWS_OF_PART - 1);
      const list = Array.from({ length: end - at + 1 }, (_, i) => `["${String(at + i)}"]`);
      yield (at === from ? '' : ',\n') + list.join(',');
    }
  },
});

/** Created once: tests measure memory in the same process. */
const PIECE = 'x'.repeat(64 * 1024);

/** One value of the given length that is never in memory as a whole. */
const wide = (length: number): SnowflakeBehaviour => ({
  kind: 'rows',
  columns: [textColumn('X')],
  rows: [],
  files: [
    {
      rowCount: 1,
      *parts() {
        yield '["';
        for (let left = length; left > 0; left -= PIECE.length) yield PIECE.slice(0, left);
        yield '"]';
      },
    },
  ],
});

const missing = (name: string, position: number): SnowflakeBehaviour => ({
  kind: 'error',
  code: '000904',
  sqlState: '42000',
  message: `SQL compilation error: error line 1 at position ${String(position)}\ninvalid identifier '${name}'`,
});

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

/** A literal of the SQL dialect. */
const unquoted = (text: string): string =>
  text.replaceAll(/''|\\([\s\S])/g, (all, escaped?: string) =>
    escaped === undefined ? all.slice(1) : (escapes[escaped] ?? escaped),
  );

/** Statements that the server knows; a pattern matches the whole text. */
export const statements: readonly (readonly [pattern: RegExp, statement: Statement])[] = [
  [/^select 1$/i, () => rows([integerColumn('1')], ['1'])],
  [
    /^select \* from basics$/i,
    () =>
      rows(
        [
          integerColumn('NUMBER'),
          textColumn('TEXT'),
          { name: 'FLAG', type: 'boolean' },
          textColumn('NOTHING'),
        ],
        ['1', 'text', '1', null],
      ),
  ],
  [
    /^select null, null::number, null::date$/i,
    () =>
      rows([textColumn('A'), integerColumn('B'), { name: 'C', type: 'date' }], [null, null, null]),
  ],
  [/^select 1 as a, 2 as b where false$/i, () => rows([integerColumn('a'), integerColumn('b')])],
  [
    /^select 1 as same, 2 as same$/i,
    () => rows([integerColumn('same'), integerColumn('same')], ['1', '2']),
  ],
  [/^select n from series\((\d+)\)$/i, ([, count]) => series(Number(count))],
  [/^select nothere from basics$/i, () => missing('NOTHERE', 7)],
  [
    /^call system\$wait\(60\)$/i,
    () => ({ kind: 'slow', then: rows([textColumn('SYSTEM$WAIT')], ['waited 60 seconds']) }),
  ],
  [
    /^select '((?:[^'\\]|''|\\[\s\S])*)'$/i,
    ([, text = '']) => rows([textColumn('T')], [unquoted(text)]),
  ],
  [/^select repeat\('x', (\d+)\)$/i, ([, length]) => wide(Number(length))],
  [
    /^select (\d+ c\d+(?:,\d+ c\d+)*)$/i,
    ([, list = '']) => {
      const pairs = list.split(',').map((pair) => pair.split(' '));
      return rows(
        pairs.map(([, name = '']) => integerColumn(name)),
        pairs.map(([value = '']) => value),
      );
    },
  ],
  [
    /^create temporary table (\w+) \(n int\)$/i,
    ([, name = ''], session) => {
      session.create(name);
      return status(`Table ${name.toUpperCase()} successfully created.`, DDL);
    },
  ],
  [
    /^insert into (\w+) values \((\d+)\)$/i,
    ([, name = ''], session) => {
      session.add(name, 1);
      return {
        kind: 'changes',
        typeId: INSERT,
        columns: [['number of rows inserted', 1]],
        stats: { numRowsInserted: 1, numRowsUpdated: 0, numRowsDeleted: 0, numDmlDuplicates: 0 },
      };
    },
  ],
  [
    /^select \* from (kept)$/i,
    ([, name = ''], session) => {
      const count = session.count(name);
      if (count === null) return missing(name, 14);
      return rows([integerColumn('N')], ...Array.from({ length: count }, () => ['1']));
    },
  ],
  [
    /^begin$/i,
    (_, session) => {
      session.begin();
      return executed(TRANSACTION);
    },
  ],
  [
    /^(commit|rollback)$/i,
    ([, word = ''], session) => {
      session.end(word.toLowerCase() === 'commit');
      return executed(TRANSACTION);
    },
  ],
  [/^(?:alter session|use) .*$/i, () => executed(SETTING)],
];
