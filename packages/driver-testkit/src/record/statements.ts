import { bigqueryTypes } from '../values/bigquery.js';
import type { RecordedStatement } from './scrubber.js';

const constant = (name: string, sql: string): RecordedStatement => ({
  name,
  sql,
  isConstant: true,
});

/** Statements that show each type, error and kind of result of Snowflake. They need a warehouse and no table. */
export const snowflakeStatements: readonly RecordedStatement[] = [
  constant(
    'numbers',
    'select 0::number(38,0) a, -7::number(38,0) b, 99999999999999999999999999999999999999::number(38,0) c, -0.50::number(12,2) d, null::number e',
  ),
  constant(
    'floats',
    "select 0.1::float a, 1.797693134862316e308::float b, 5e-324::float c, '-0'::float d, 'NaN'::float e, 'inf'::float f, '-inf'::float g",
  ),
  constant('decfloat', "select '1.5'::decfloat a, '1e16384'::decfloat b"),
  constant(
    'texts',
    String.raw`select '' a, 'NULL' b, 'a"b\\c' c, 'a\tb\nc' d, 'é漢🎈' e, null::varchar f`,
  ),
  constant('booleans', 'select true a, false b, null::boolean c'),
  constant(
    'dates',
    "select '1970-01-01'::date a, '2024-02-29'::date b, '0001-01-01'::date c, '9999-12-31'::date d",
  ),
  constant(
    'times',
    "select '00:00:00'::time(9) a, '23:59:59.999999999'::time(9) b, '23:59:59'::time(0) c",
  ),
  constant(
    'timestamps',
    "select '2024-02-29 23:59:59.123456789'::timestamp_ntz(9) a, '1969-12-31 23:59:58.5'::timestamp_ntz(9) b, '0001-01-01'::timestamp_ntz(9) c, '2024-02-29 23:59:59.12'::timestamp_ntz(3) d, '2024-02-29 23:59:59.5 +0530'::timestamp_tz(9) e, '1969-12-31 10:00:00 -1400'::timestamp_tz(9) f, '2024-02-29 23:59:59 +0000'::timestamp_ltz(9) g",
  ),
  constant('binaries', "select to_binary('', 'HEX') a, to_binary('00FF0A', 'HEX') b"),
  constant(
    'semi-structured',
    `select parse_json('{"a":[1,"x",12345678901234567890.10]}') a, to_variant('text') b, parse_json('null') c, parse_xml('<a>b</a>') d, object_construct('a', 1) e, array_construct(1, null, 'é') f`,
  ),
  constant('map', `select object_construct('k', 'v')::map(varchar, varchar) a`),
  constant('vector', 'select [1, -2.5]::vector(float, 2) a'),
  constant(
    'geography',
    "select to_geography('POINT(-122.35 37.55)') a, to_geometry('POINT(1 2)') b",
  ),
  constant(
    'intervals',
    "select interval '1-2' year to month a, interval '1 02:03:04' day to second b, interval '-14' month c",
  ),
  constant('no rows', 'select 1 a where false'),
  constant(
    'large result',
    "select seq4() n, repeat('x', 100) t from table(generator(rowcount => 20000)) order by n",
  ),
  constant('syntax error', 'select 1 +'),
  constant('unknown table', 'select * from sluice_no_such_table'),
  constant('division by zero', 'select 1 / 0'),
  { ...constant('cancel', 'select system$wait(60)'), cancels: true },
  { name: 'show', sql: 'show parameters in session', isConstant: false },
  // Its answer may contain the id of the session.
  {
    name: 'end of the session',
    sql: 'select system$abort_session(current_session())',
    isConstant: false,
  },
  constant('ended session', 'select 1'),
];

/** Statements that show each type, error and kind of result of BigQuery. They read no table and cost nothing. */
export const bigqueryStatements: readonly RecordedStatement[] = [
  ...bigqueryTypes.map(({ dbType, cases }) =>
    constant(dbType, cases.map(([literal]) => `SELECT ${literal} AS v`).join(' UNION ALL ')),
  ),
  constant('no rows', 'SELECT 1 AS a FROM UNNEST([]) WHERE FALSE'),
  constant('large result', "SELECT n, REPEAT('x', 100) t FROM UNNEST(GENERATE_ARRAY(1, 20000)) n"),
  constant('script', 'SELECT 1; SELECT 2'),
  constant('syntax error', 'SELECT 1 +'),
  constant('unknown table', 'SELECT * FROM sluice_no_such_dataset.none'),
  constant('division by zero', 'SELECT 1 / 0'),
  {
    ...constant(
      'cancel',
      'SELECT COUNT(*) FROM UNNEST(GENERATE_ARRAY(1, 100000)) a, UNNEST(GENERATE_ARRAY(1, 100000)) b',
    ),
    cancels: true,
  },
  {
    name: 'schemata',
    sql: 'SELECT schema_name FROM INFORMATION_SCHEMA.SCHEMATA LIMIT 2',
    isConstant: false,
  },
];
