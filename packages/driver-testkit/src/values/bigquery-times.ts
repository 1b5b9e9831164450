import type { BigQueryType } from './bigquery-type.js';
import { bigquerySources as from } from './witness.js';

/** The types of dates, times, intervals and ranges. */
export const bigqueryTimes: readonly BigQueryType[] = [
  {
    field: { type: 'DATE' },
    dbType: 'DATE',
    datatype: 'date',
    witness: from.cells,
    cases: [
      [`DATE '0001-01-01'`, '0001-01-01', '"0001-01-01"'],
      [`DATE '9999-12-31'`, '9999-12-31', '"9999-12-31"'],
    ],
  },
  {
    field: { type: 'DATETIME' },
    dbType: 'DATETIME',
    datatype: 'datetime',
    witness: from.cells,
    cases: [
      [`DATETIME '2024-02-29 23:59:59'`, '2024-02-29T23:59:59', '"2024-02-29T23:59:59"'],
      [
        `DATETIME '9999-12-31 23:59:59.999999'`,
        '9999-12-31T23:59:59.999999',
        '"9999-12-31T23:59:59.999999"',
      ],
    ],
  },
  {
    field: { type: 'TIMESTAMP' },
    dbType: 'TIMESTAMP',
    datatype: 'datetime',
    witness: 'assumed',
    cases: [
      [`TIMESTAMP '1970-01-01 00:00:00+00'`, '1970-01-01T00:00:00Z', '"1970-01-01T00:00:00Z"'],
      [
        `TIMESTAMP '2024-02-29 23:59:59.123456+00'`,
        '2024-02-29T23:59:59.123456Z',
        '"2024-02-29T23:59:59.123456Z"',
      ],
      [
        `TIMESTAMP '1969-12-31 23:59:59.5+00'`,
        '1969-12-31T23:59:59.5Z',
        '"1969-12-31T23:59:59.5Z"',
      ],
      [`TIMESTAMP '0001-01-01 00:00:00+00'`, '0001-01-01T00:00:00Z', '"0001-01-01T00:00:00Z"'],
      [
        `TIMESTAMP '9999-12-31 23:59:59.999999+00'`,
        '9999-12-31T23:59:59.999999Z',
        '"9999-12-31T23:59:59.999999Z"',
      ],
    ],
  },
  {
    field: { type: 'TIMESTAMP', timestampPrecision: '6' },
    dbType: 'TIMESTAMP',
    datatype: 'datetime',
    witness: 'assumed',
    cases: [
      [
        `TIMESTAMP '2023-01-01 12:00:00.000001+00'`,
        '2023-01-01T12:00:00.000001Z',
        '"2023-01-01T12:00:00.000001Z"',
      ],
    ],
  },
  {
    field: { type: 'TIMESTAMP', timestampPrecision: '12' },
    dbType: 'TIMESTAMP(12)',
    datatype: 'datetime',
    witness: from.timestamps,
    cases: [
      [
        `TIMESTAMP '2023-01-01 12:00:00.123456789123+00'`,
        '2023-01-01T12:00:00.123456789123Z',
        '"2023-01-01T12:00:00.123456789123Z"',
      ],
      [
        `TIMESTAMP '1969-12-31 23:59:59.999999999999+00'`,
        '1969-12-31T23:59:59.999999999999Z',
        '"1969-12-31T23:59:59.999999999999Z"',
      ],
      [
        `TIMESTAMP '9999-12-31 23:59:59.000000000001+00'`,
        '9999-12-31T23:59:59.000000000001Z',
        '"9999-12-31T23:59:59.000000000001Z"',
      ],
      [`TIMESTAMP '0001-01-01 00:00:00+00'`, '0001-01-01T00:00:00Z', '"0001-01-01T00:00:00Z"'],
      ['NULL', null, 'null'],
    ],
  },
  {
    field: { type: 'TIME' },
    dbType: 'TIME',
    datatype: 'time',
    witness: from.cells,
    cases: [
      [`TIME '00:00:00'`, '00:00:00', '"00:00:00"'],
      [`TIME '23:59:59.999999'`, '23:59:59.999999', '"23:59:59.999999"'],
    ],
  },
  {
    field: { type: 'INTERVAL' },
    dbType: 'INTERVAL',
    datatype: 'string',
    witness: from.cells,
    cases: [
      [`INTERVAL '1-2 3 4:5:6.789' YEAR TO SECOND`, '1-2 3 4:5:6.789', '"P1Y2M3DT4H5M6.789S"'],
      [`INTERVAL -1 DAY`, '0-0 -1 0:0:0', '"P-1D"'],
      [`INTERVAL -90 MINUTE`, '0-0 0 -1:30:0', '"PT-1H-30M"'],
      [
        `INTERVAL '-1-2 3 -0:0:0.000001' YEAR TO SECOND`,
        '-1-2 3 -0:0:0.000001',
        '"P-1Y-2M3DT-0.000001S"',
      ],
      [`INTERVAL 0 DAY`, '0-0 0 0:0:0', '"PT0S"'],
      [
        `INTERVAL '10000-0 3660000 87840000:0:0' YEAR TO SECOND`,
        '10000-0 3660000 87840000:0:0',
        '"P10000Y3660000DT87840000H"',
      ],
    ],
  },
  {
    field: { type: 'RANGE', rangeElementType: { type: 'DATE' } },
    dbType: 'RANGE<DATE>',
    datatype: 'string',
    witness: from.cells,
    cases: [
      [
        `RANGE<DATE> '[2024-01-01, UNBOUNDED)'`,
        '[2024-01-01, UNBOUNDED)',
        '"[2024-01-01, UNBOUNDED)"',
      ],
    ],
  },
  {
    field: { type: 'RANGE', rangeElementType: { type: 'TIMESTAMP' } },
    dbType: 'RANGE<TIMESTAMP>',
    datatype: 'string',
    witness: from.ranges,
    cases: [
      [
        `RANGE<TIMESTAMP> '[2024-02-29 23:59:59.5+00, UNBOUNDED)'`,
        '[2024-02-29T23:59:59.5Z, UNBOUNDED)',
        '"[2024-02-29T23:59:59.5Z, UNBOUNDED)"',
      ],
      [
        `RANGE<TIMESTAMP> '[UNBOUNDED, 0001-01-02 00:00:00+00)'`,
        '[UNBOUNDED, 0001-01-02T00:00:00Z)',
        '"[UNBOUNDED, 0001-01-02T00:00:00Z)"',
      ],
    ],
  },
];
