/** A public file that shows the form in which a server sends a type: a recorded answer, or the client that reads it. */
export interface Source {
  repository: string;
  commit: string;
  file: string;
}

/** Evidence for a form that the tests cannot ask a real server for. `assumed`: only the documentation. */
export type Witness = Source | 'assumed';

const from =
  (repository: string, commit: string) =>
  (file: string): Source => ({ repository, commit, file });

const nodejs = from('snowflakedb/snowflake-connector-nodejs', '618c3f24');
const universal = from('snowflakedb/drivers', 'f4ceebad');
const python = from('googleapis/python-bigquery', '24d45d0d');

const recorded = (name: string): Source =>
  nodejs(`test/unit/connection/result/result_test_${name}.js`);

/** Files of Snowflake's clients. */
export const snowflakeSources = {
  number: recorded('number'),
  text: recorded('represent_null_as_not_string_null'),
  boolean: recorded('boolean'),
  date: recorded('date'),
  time: recorded('time'),
  timestamp: recorded('timestamp'),
  binary: recorded('binary'),
  variant: recorded('variant'),
  negativeTime: from(
    'snowflakedb/snowflake-connector-python',
    '50e7fc5c',
  )('test/unit/test_converter.py'),
  zone: from(
    'snowflakedb/snowflake-connector-net',
    'fa2dcf8d',
  )('Snowflake.Data/Core/SFDataConverter.cs'),
  infinity: from('estie-inc/snowflake-connector-rs', '4b39052')('decode.rs'),
  cells: universal('sf_core/src/chunks/json_parser.rs'),
  geography: universal('query_types/row_type.rs'),
} satisfies Record<string, Source>;

/** Files of BigQuery's clients. The schema of the API is in the discovery document, which the emulator contains. */
export const bigquerySources = {
  cells: python('google/cloud/bigquery/_helpers.py'),
  numbers: python('tests/unit/test__helpers.py'),
  schema: from('goccy/bigquery-emulator', 'cb8555b')('discovery document (revision 20250928)'),
  timestamps: from(
    'googleapis/nodejs-bigquery',
    'c61c15d2',
  )('system-test/timestamp_output_format.ts'),
  ranges: from('googleapis/nodejs-bigquery', 'c61c15d2')('src/bigquery.ts'),
} satisfies Record<string, Source>;
