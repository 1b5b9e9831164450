import { bigqueryDriver as driver } from '@sluice/driver-bigquery';
import { resultOf, startBigQueryServer, type Script, type WireResult } from '@sluice/testkit';
import fc from 'fast-check';
import t from 'tap';
import { read, sessionOptions } from '@sluice/driver-testkit/contract';
import { bigqueryTypes } from '@sluice/driver-testkit/values/bigquery';
import { storedColumn } from '@sluice/driver-testkit/values/stored';

/** Result of the next statement. */
let next: WireResult = resultOf([], []);
let statementType = 'SELECT';
let more: Partial<ReturnType<Script['run']>> = {};
const scripts: Script[] = [
  { pattern: /^SELECT v$/, run: () => ({ statementType, result: next, ...more }) },
  { pattern: /^(INSERT|MERGE|CREATE) /, run: () => ({ statementType, ...more }) },
];
const server = await startBigQueryServer({ scripts, pageRows: 7 });
t.teardown(() => server.stop());
const connection = await driver.connect(server.config, sessionOptions());
t.teardown(() => connection.close());

await t.test('every type has its documented format, also at its extremes', async (t) => {
  for (const { field, dbType, datatype, cases } of bigqueryTypes) {
    next = resultOf(
      [{ name: 'v', ...field }],
      cases.map(([, wire]) => [wire]),
    );
    t.strictSame(
      await storedColumn(connection, 'SELECT v'),
      { cells: cases.map(([, , json]) => json), dbType, datatype },
      dbType,
    );
  }
});

await t.test('timestamps of any age are exact', async (t) => {
  const micros = fc.bigInt({ min: -62135596800000000n, max: 253402300799999999n });
  await fc.assert(
    fc.asyncProperty(fc.array(micros, { minLength: 1, maxLength: 50 }), async (values) => {
      next = resultOf(
        [{ name: 'v', type: 'TIMESTAMP' }],
        values.map((value) => [String(value)]),
      );
      const { rows } = await read(connection, 'SELECT v');
      const back = rows.map(([text]) => {
        const [, seconds = '', fraction = ''] = /^(.{19})(?:\.(\d+))?Z$/.exec(String(text)) ?? [];
        return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
      });
      t.strictSame(back, values);
    }),
    { numRuns: 50 },
  );
});

await t.test('any text is returned unchanged', async (t) => {
  const text = fc.string({ unit: 'binary', maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 30 }), async (values) => {
      const fields = values.map((_, index) => ({ name: `"\\${String(index)}`, type: 'STRING' }));
      next = resultOf(fields, [values, values]);
      const { rows, summary } = await read(connection, 'SELECT v');
      t.strictSame(rows, [values, values]);
      t.strictSame(
        summary.columns?.map(({ name }) => name),
        fields.map(({ name }) => name),
      );
    }),
    { numRuns: 100 },
  );
});

await t.test('the byte limit counts structs and arrays without field names', async (t) => {
  const name = 'a_long_name_of_a_field_that_no_row_has';
  next = resultOf(
    [{ name: 'v', type: 'RECORD', mode: 'REPEATED', fields: [{ name, type: 'INTEGER' }] }],
    Array.from({ length: 40 }, () => [[{ v: { f: [{ v: '1' }] } }, { v: { f: [{ v: '2' }] } }]]),
  );
  const { rows, summary } = await read(connection, 'SELECT v', { maxBytes: 1000 });
  const bytes = Buffer.byteLength(rows.map((row) => JSON.stringify(row)).join(',\n'));
  t.ok(bytes <= 1000 && bytes > 800, String(bytes));
  t.equal(summary.truncatedBy, 'bytes');
});

await t.test('the summary reports the command and counts of the service', async (t) => {
  const run = async (sql: string, type: string, affectedRows?: number): Promise<unknown[]> => {
    statementType = type;
    more = affectedRows === undefined ? {} : { affectedRows };
    const { summary } = await read(connection, sql);
    return [summary.command, summary.affectedRows, summary.rowCount, summary.columns];
  };
  t.strictSame(await run('INSERT x', 'INSERT', 3), ['INSERT', 3, 0, null]);
  t.strictSame(await run('MERGE x', 'MERGE', 0), ['MERGE', 0, 0, null]);
  const create = await run('CREATE x', 'CREATE_TABLE_AS_SELECT');
  t.strictSame(create, ['CREATE TABLE AS SELECT', null, 0, null]);
});

await t.test('a script returns the rows of its last statement with a notice', async (t) => {
  statementType = 'SCRIPT';
  more = { childJobs: 3, warnings: ['Something is deprecated'] };
  next = resultOf([{ name: 'v', type: 'INTEGER' }], [['7']]);
  const { rows, summary } = await read(connection, 'SELECT v');
  t.strictSame(rows, [[7]]);
  t.strictSame(summary.notices, [
    'WARNING: Something is deprecated',
    'NOTE: 3 statements of the script ran; only the rows of the last are stored',
  ]);
});
