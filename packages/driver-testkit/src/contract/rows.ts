import { failure, read, type Contract } from '../contract.js';
import { connected, scalar, type Test } from './support.js';

/** Tests of rows and columns. */
export async function testRows(t: Test, c: Contract): Promise<void> {
  await t.test('rows are arrays of plain values and columns report their datatype', (t) =>
    connected(c, async (connection) => {
      const { rows, accepted, summary } = await read(connection, c.basics);
      t.strictSame(rows, [[1, 'text', c.flag[0], null]]);
      t.strictSame(
        summary.columns?.slice(0, 3).map(({ datatype }) => datatype),
        ['number', 'string', c.flag[1]],
      );
      t.match(summary.columns?.[0], { min: 1, max: 1, maxValueLength: 0 });
      t.match(summary.columns?.[1], { min: null, max: null, maxValueLength: 4 });
      t.match(
        accepted?.[0],
        { min: null, maxValueLength: 0 },
        'statistics are available at the end',
      );
      t.match(summary, { rowCount: 1, truncatedBy: null, affectedRows: null, command: 'SELECT' });
    }),
  );
  await t.test('nulls are null and do not affect the statistics', (t) =>
    connected(c, async (connection) => {
      const { rows, summary } = await read(connection, c.nulls);
      t.strictSame(rows, [[null, null, null]]);
      for (const column of summary.columns ?? []) {
        t.match(column, { min: null, max: null, maxValueLength: 0, maxLineLength: 0 });
      }
    }),
  );
  await t.test('a result without rows has its columns', (t) =>
    connected(c, async (connection) => {
      const { rows, summary } = await read(connection, c.noRows);
      t.strictSame(rows, []);
      t.strictSame(
        summary.columns?.map(({ name }) => name),
        ['a', 'b'],
      );
    }),
  );
  await t.test('columns with the same name are all kept', (t) =>
    connected(c, async (connection) => {
      const { rows, summary } = await read(connection, c.sameNames);
      t.equal(rows[0]?.length, 2);
      t.strictSame(
        summary.columns?.map(({ name }) => name),
        ['same', 'same'],
      );
    }),
  );
  await t.test('text is returned unchanged for any characters', (t) =>
    connected(c, async (connection) => {
      const text = 'a;b "c" \\ é 漢字 🎈\u2028\t\r\n\u0001\u007f;';
      const { rows, summary } = await read(connection, c.literal(text));
      t.strictSame(rows, [[text]]);
      t.match(summary.columns?.[0], { maxValueLength: Array.from(text).length });
    }),
  );
  await t.test('a NUL character in the SQL is rejected before it is sent', (t) =>
    connected(c, async (connection) => {
      const error = await failure(read(connection, c.literal('a\0b')));
      t.match(error, { outcome: 'not_run' });
      t.strictSame((await read(connection, c.basics)).rows.length, 1, 'the session stays usable');
    }),
  );
  await t.test('a value of 1 MB and the widest result are read completely', (t) =>
    connected(c, async (connection) => {
      t.equal(String(await scalar(connection, c.wide(1_000_000))).length, 1_000_000);
      t.equal((await read(connection, c.columns(c.maxColumns))).rows[0]?.length, c.maxColumns);
    }),
  );
}
