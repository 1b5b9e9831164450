import type { WireValue } from '@sluice/testkit';
import { bigqueryTimes } from './bigquery-times.js';
import type { BigQueryType } from './bigquery-type.js';
import type { WitnessedTable } from './table.js';
import { bigquerySources as from } from './witness.js';

const nines = (n: number): string => '9'.repeat(n);
const cell = (v: WireValue): { v: WireValue } => ({ v });
const struct = (...values: WireValue[]): { f: { v: WireValue }[] } => ({ f: values.map(cell) });

/** Every GoogleSQL type of a result column. */
export const bigqueryTypes: readonly BigQueryType[] = [
  {
    field: { type: 'INTEGER' },
    dbType: 'INT64',
    datatype: 'number',
    witness: from.cells,
    cases: [
      ['0', '0', '0'],
      ['-7', '-7', '-7'],
      ['9007199254740992', '9007199254740992', '9007199254740992'],
      ['9007199254740993', '9007199254740993', '"9007199254740993"'],
      ['9223372036854775807', '9223372036854775807', '"9223372036854775807"'],
      ['-9223372036854775808', '-9223372036854775808', '"-9223372036854775808"'],
      ['NULL', null, 'null'],
    ],
  },
  {
    field: { type: 'FLOAT' },
    dbType: 'FLOAT64',
    datatype: 'number',
    witness: from.numbers,
    cases: [
      ['0.1', '0.1', '0.1'],
      ['1.0', '1.0', '1'],
      ['1.7976931348623157e308', '1.7976931348623157E308', '1.7976931348623157e+308', 'assumed'],
      ['5e-324', '4.9E-324', '5e-324', 'assumed'],
      ['-0.0', '-0.0', '-0', 'assumed'],
      [`CAST('nan' AS FLOAT64)`, 'NaN', '"NaN"'],
      [`CAST('inf' AS FLOAT64)`, 'Infinity', '"Infinity"'],
      [`CAST('-inf' AS FLOAT64)`, '-Infinity', '"-Infinity"'],
    ],
  },
  {
    field: { type: 'NUMERIC' },
    dbType: 'NUMERIC',
    datatype: 'number',
    witness: from.cells,
    cases: [
      [`NUMERIC '1.5'`, '1.5', '"1.5"'],
      [`NUMERIC '-0.000000001'`, '-0.000000001', '"-0.000000001"'],
      [
        `NUMERIC '${nines(29)}.${nines(9)}'`,
        `${nines(29)}.${nines(9)}`,
        `"${nines(29)}.${nines(9)}"`,
      ],
    ],
  },
  {
    field: { type: 'NUMERIC', precision: '10', scale: '2' },
    dbType: 'NUMERIC(10, 2)',
    datatype: 'number',
    witness: from.schema,
    cases: [[`NUMERIC '12345678.9'`, '12345678.9', '"12345678.9"']],
  },
  {
    field: { type: 'BIGNUMERIC' },
    dbType: 'BIGNUMERIC',
    datatype: 'number',
    witness: from.cells,
    cases: [
      [
        `BIGNUMERIC '${'5'.repeat(38)}.${'7'.repeat(38)}'`,
        `${'5'.repeat(38)}.${'7'.repeat(38)}`,
        `"${'5'.repeat(38)}.${'7'.repeat(38)}"`,
      ],
    ],
  },
  {
    field: { type: 'BOOLEAN' },
    dbType: 'BOOL',
    datatype: 'boolean',
    witness: from.cells,
    cases: [
      ['TRUE', 'true', 'true'],
      ['FALSE', 'false', 'false'],
    ],
  },
  {
    field: { type: 'STRING' },
    dbType: 'STRING',
    datatype: 'string',
    witness: from.cells,
    cases: [
      [`''`, '', '""'],
      [String.raw`'a"b\\c'`, 'a"b\\c', String.raw`"a\"b\\c"`],
      [`'é漢🎈'`, 'é漢🎈', '"é漢🎈"'],
      [String.raw`'\x01\n'`, '\u0001\n', String.raw`"\u0001\n"`],
    ],
  },
  {
    field: { type: 'STRING', maxLength: '5' },
    dbType: 'STRING(5)',
    datatype: 'string',
    witness: from.schema,
    cases: [[`'abc'`, 'abc', '"abc"']],
  },
  {
    field: { type: 'BYTES' },
    dbType: 'BYTES',
    datatype: 'binary',
    witness: from.cells,
    cases: [
      [`b''`, '', String.raw`"\\x"`],
      [String.raw`b'\x00\xff\x0a'`, 'AP8K', String.raw`"\\x00ff0a"`],
    ],
  },
  ...bigqueryTimes,
  {
    field: { type: 'GEOGRAPHY' },
    dbType: 'GEOGRAPHY',
    datatype: 'string',
    witness: from.cells,
    cases: [['ST_GEOGPOINT(1, 2)', 'POINT(1 2)', '"POINT(1 2)"']],
  },
  {
    field: { type: 'JSON' },
    dbType: 'JSON',
    datatype: 'json',
    witness: from.cells,
    cases: [
      [
        `JSON '{"a": [1, "é", null, 12345678901234567890]}'`,
        '{"a":[1,"é",null,12345678901234567890]}',
        '{"a":[1,"é",null,12345678901234567890]}',
      ],
      [`JSON 'null'`, 'null', 'null', 'assumed'],
    ],
  },
  {
    field: { type: 'INTEGER', mode: 'REPEATED' },
    dbType: 'ARRAY<INT64>',
    datatype: 'json',
    witness: from.cells,
    cases: [
      ['[1, 9007199254740993]', [cell('1'), cell('9007199254740993')], '[1,"9007199254740993"]'],
      ['ARRAY<INT64>[]', [], '[]'],
    ],
  },
  {
    field: { type: 'TIMESTAMP', mode: 'REPEATED', timestampPrecision: '12' },
    dbType: 'ARRAY<TIMESTAMP(12)>',
    datatype: 'json',
    witness: from.timestamps,
    cases: [
      [
        `[TIMESTAMP '2023-01-01 12:00:00.123456789123+00']`,
        [cell('2023-01-01T12:00:00.123456789123Z')],
        '["2023-01-01T12:00:00.123456789123Z"]',
      ],
    ],
  },
  {
    field: { type: 'INTERVAL', mode: 'REPEATED' },
    dbType: 'ARRAY<INTERVAL>',
    datatype: 'json',
    witness: from.cells,
    cases: [['[INTERVAL 1 HOUR]', [cell('0-0 0 1:0:0')], '["PT1H"]']],
  },
  {
    field: { type: 'BYTES', mode: 'REPEATED' },
    dbType: 'ARRAY<BYTES>',
    datatype: 'json',
    witness: from.cells,
    cases: [[String.raw`[b'\x00\xff']`, [cell('AP8=')], String.raw`["\\x00ff"]`]],
  },
  {
    field: {
      type: 'RECORD',
      fields: [
        { name: 'n', type: 'NUMERIC' },
        { name: 'at', type: 'TIMESTAMP' },
        { name: 'text', type: 'STRING' },
        { name: 'none', type: 'FLOAT' },
      ],
    },
    dbType: 'STRUCT<n NUMERIC, at TIMESTAMP, text STRING, none FLOAT64>',
    datatype: 'json',
    witness: from.cells,
    cases: [
      [
        `STRUCT(NUMERIC '1.50' AS n, TIMESTAMP '1970-01-01 00:00:01+00' AS at, 'a"⏎' AS text, NULL AS none)`,
        struct('1.5', '1970-01-01T00:00:01Z', 'a"\n', null),
        String.raw`{"n":"1.5","at":"1970-01-01T00:00:01Z","text":"a\"\n","none":null}`,
      ],
      ['NULL', null, 'null'],
    ],
  },
  {
    field: {
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'k', type: 'STRING' },
        { name: 'vs', type: 'RECORD', mode: 'REPEATED', fields: [{ name: 'b', type: 'BOOLEAN' }] },
      ],
    },
    dbType: 'ARRAY<STRUCT<k STRING, vs ARRAY<STRUCT<b BOOL>>>>',
    datatype: 'json',
    witness: from.cells,
    cases: [
      [
        `[STRUCT('a' AS k, [STRUCT(TRUE AS b), STRUCT(NULL AS b)] AS vs)]`,
        [cell(struct('a', [cell(struct('true')), cell(struct(null))]))],
        '[{"k":"a","vs":[{"b":true},{"b":null}]}]',
      ],
    ],
  },
];

/** The table of docs/reference/values. */
export const bigqueryValues: WitnessedTable = bigqueryTypes.map(
  ({ dbType, datatype, witness, cases }) => [
    dbType,
    datatype,
    witness,
    ...cases.map(([literal, , json, own = witness]) => [literal, json, own] as const),
  ],
);
