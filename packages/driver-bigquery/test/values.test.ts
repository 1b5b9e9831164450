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

/** Returns a picosecond since 1970 in ISO 8601, without zeros at the end of its fraction. */
function isoOf(picoseconds: bigint): string {
  const perSecond = 10n ** 12n;
  const fraction = ((picoseconds % perSecond) + perSecond) % perSecond;
  const seconds = (picoseconds - fraction) / perSecond;
  const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  const digits = String(fraction).padStart(12, '0').replace(/0+$/, '');
  return `${text}${digits === '' ? '' : `.${digits}`}Z`;
}

const micros = fc.bigInt({ min: -62135596800000000n, max: 253402300799999999n });

await t.test('timestamps of any age keep all of their twelve digits', async (t) => {
  const picoseconds = fc.bigInt({ min: -62135596800000000000000n, max: 253402300799999999999999n });
  const any = fc.oneof(
    picoseconds,
    micros.map((value) => value * 1_000_000n),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 50 }), async (values) => {
      const texts = values.map(isoOf);
      next = resultOf(
        [{ name: 'v', type: 'TIMESTAMP', timestampPrecision: '12' }],
        texts.map((text) => [text]),
      );
      const { rows } = await read(connection, 'SELECT v');
      t.strictSame(
        rows,
        texts.map((text) => [text]),
      );
    }),
    { numRuns: 50 },
  );
});

await t.test('timestamps of a server without timestampOutputFormat are exact', async (t) => {
  const old = await startBigQueryServer({ scripts, pageRows: 7, ignoresTimestampFormat: true });
  const session = await driver.connect(old.config, sessionOptions());
  const field = { name: 'v', type: 'TIMESTAMP' };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(micros), { maxLength: 20 }), async (values) => {
      const texts = values.map((value) => (value === null ? null : isoOf(value * 1_000_000n)));
      next = resultOf(
        [field],
        texts.map((text) => [text]),
      );
      t.strictSame(
        (await read(session, 'SELECT v')).rows,
        texts.map((text) => [text]),
      );
    }),
    { numRuns: 20 },
  );
  next = resultOf(
    [{ ...field, mode: 'REPEATED' }],
    [[[]], [[{ v: '0001-01-01T00:00:00.000001Z' }, { v: '1970-01-01T00:00:00Z' }]]],
  );
  t.strictSame((await read(session, 'SELECT v')).rows, [
    [[]],
    [['0001-01-01T00:00:00.000001Z', '1970-01-01T00:00:00Z']],
  ]);
  await session.close();
  await old.stop();
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
