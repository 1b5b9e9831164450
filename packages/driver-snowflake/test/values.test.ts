import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import { startSnowflakeServer, type SnowflakeColumn } from '@sluice/testkit';
import fc from 'fast-check';
import t from 'tap';
import { read, sessionOptions } from '@sluice/driver-testkit/contract';
import { snowflakeValues } from '@sluice/driver-testkit/values/snowflake';
import { snowflakeColumn } from './snowflake-column.js';
import { storedColumn } from '@sluice/driver-testkit/values/stored';

const server = await startSnowflakeServer();
t.teardown(() => server.stop());
const connection = await driver.connect(server.config, sessionOptions());
t.teardown(() => connection.close());

/** Returns the stored form of values in the response and of the same values in a file. */
async function stored(column: SnowflakeColumn, values: readonly (string | null)[]) {
  const rows = values.map((value) => [value]);
  const file = { rowCount: rows.length, parts: () => JSON.stringify(rows).slice(1, -1) };
  server.script(/^values$/, { kind: 'rows', columns: [column], rows, files: [file] });
  const { cells, ...rest } = await storedColumn(connection, 'values');
  return { ...rest, inline: cells.slice(0, rows.length), inFile: cells.slice(rows.length) };
}

await t.test('every type has its documented format in responses and in files', async (t) => {
  for (const [type, datatype, , ...cases] of snowflakeValues) {
    const cells = cases.map(([, json]) => json);
    t.strictSame(
      await stored(
        snowflakeColumn(type),
        cases.map(([literal]) => literal),
      ),
      { dbType: type, datatype, inline: cells, inFile: cells },
      type,
    );
  }
});

await t.test('a type sent as another type has the name that the user knows', async (t) => {
  const geography = { name: 'V', type: 'object', extTypeName: 'GEOGRAPHY' };
  t.match(await stored(geography, ['{}', null]), {
    dbType: 'GEOGRAPHY',
    datatype: 'json',
    inline: ['{}', 'null'],
  });
});

await t.test('values that do not match their type are returned unchanged', async (t) => {
  const odd = ['', 'x', '--1', '1.2.3', '99999999999999999999', '1 2 3'];
  for (const type of ['date', 'time', 'timestamp_ntz', 'timestamp_ltz', 'timestamp_tz', 'fixed']) {
    const { inline } = await stored({ name: 'V', type, scale: 0 }, odd);
    t.strictSame(
      inline.map((cell) => String(JSON.parse(cell))),
      odd,
      type,
    );
  }
});

await t.test('any text in a column of numbers becomes valid JSON of the same value', async (t) => {
  const likeNumbers = fc.string({
    unit: fc.constantFrom('-', '0', '1', '2', '.', 'e', '+', ' '),
    maxLength: 18,
  });
  const columns = [
    { name: 'V', type: 'fixed', scale: 0 },
    { name: 'V', type: 'fixed', scale: 2 },
    { name: 'V', type: 'real' },
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...columns),
      fc.array(likeNumbers, { minLength: 10, maxLength: 50 }),
      async (column, values) => {
        const { inline, inFile } = await stored(column, ['-05', '-00', ...values]);
        for (const [index, value] of ['-05', '-00', ...values].entries()) {
          const cell: unknown = JSON.parse(inline[index] ?? '');
          t.ok(cell === value || Number(cell) === Number(value), `${value} as ${String(cell)}`);
        }
        t.strictSame(inFile, inline);
      },
    ),
    { numRuns: 100 },
  );
});

await t.test('any text and any date is returned unchanged', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.string({ unit: 'binary', maxLength: 60 })), {
        minLength: 1,
        maxLength: 20,
      }),
      async (values) => {
        const { inline, inFile } = await stored({ name: 'V', type: 'text' }, values);
        t.strictSame(
          inline.map((cell) => JSON.parse(cell) as unknown),
          values,
        );
        t.strictSame(inFile, inline);
      },
    ),
    { numRuns: 200 },
  );
  const day = fc.date({
    min: new Date('0001-01-01'),
    max: new Date('9999-12-31'),
    noInvalidDate: true,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 50 }), async (days) => {
      const isos = days.map((each) => each.toISOString());
      const dates = await stored(
        { name: 'V', type: 'date' },
        days.map((each) => String(Math.floor(each.getTime() / 86_400_000))),
      );
      t.strictSame(
        dates.inline,
        isos.map((iso) => `"${iso.slice(0, 10)}"`),
      );
      const instants = await stored(
        { name: 'V', type: 'timestamp_ltz', scale: 3 },
        days.map((each) => {
          const ms = BigInt(each.getTime());
          const size = ms < 0n ? -ms : ms;
          return `${ms < 0n ? '-' : ''}${String(size / 1000n)}.${String(size % 1000n).padStart(3, '0')}`;
        }),
      );
      t.strictSame(
        instants.inline.map((cell) => new Date(JSON.parse(cell) as string).toISOString()),
        isos,
      );
    }),
    { numRuns: 100 },
  );
});

await t.test('statistics are exact: extremes of numbers, lengths of other values', async (t) => {
  server.script(/^statistics$/, {
    kind: 'rows',
    columns: [
      { name: 'I', type: 'fixed', scale: 0 },
      { name: 'D', type: 'fixed', scale: 2, precision: 12 },
      { name: 'T', type: 'text' },
    ],
    rows: [
      ['5', '1.50', 'one\ntwo222'],
      ['-9223372036854775808', '-2.25', 'ééé🎈'],
      [null, null, null],
    ],
  });
  const { summary } = await read(connection, 'statistics');
  t.strictSame(
    summary.columns?.map((c) => [c.min, c.max, c.maxValueLength, c.maxLineLength]),
    [
      [-9223372036854775808, 5, 0, 0],
      [-2.25, 1.5, 0, 0],
      [null, null, 10, 6],
    ],
  );
});
