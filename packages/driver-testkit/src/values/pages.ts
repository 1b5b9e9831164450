import { bigqueryValues } from './bigquery.js';
import { duckdbValues } from './duckdb.js';
import { mysqlValues } from './mysql.js';
import { postgresValues } from './postgres.js';
import { snowflakeValues } from './snowflake.js';
import { sqliteValues } from './sqlite.js';
import type { ValueTable } from './table.js';

/** A page of docs/reference/values: what the tests of an engine's types run, for people. */
interface Page {
  file: string;
  title: string;
  /** What holds beside the table. */
  notes: string[];
  values: ValueTable;
}

const common = [
  'Every row below is run against the real server by the tests. A literal is what was put into a column ' +
    'of the type; the stored form is what stands in the result, byte for byte.',
  'A whole number beyond ±2^53 is a string, as most readers of JSON would round it. Null is `null` for ' +
    'every type.',
];

const pages: Page[] = [
  {
    file: 'postgres.md',
    title: 'Values of PostgreSQL',
    notes: [
      ...common,
      'Enums, composites, domains and types of extensions are the text that the server gives; arrays of ' +
        'them are JSON arrays. A domain has the form of its base.',
      'Sessions run in UTC with ISO styles. A session that sets another `DateStyle` or time zone gets what ' +
        'it asked for: text in that style, offsets instead of `Z`.',
      '`infinity` and dates BC stay as the server writes them.',
    ],
    values: postgresValues,
  },
  {
    file: 'mysql.md',
    title: 'Values of MySQL and MariaDB',
    notes: [
      ...common,
      'Run against MariaDB 10.11. MySQL speaks the same protocol; it has not been run against a real one.',
      'Sessions run in UTC, so a `timestamp` ends with `Z`; a `datetime` has no zone and gets none. Zero ' +
        'dates stay zero dates.',
      'A `float` has the digits that the server sends, which are six: cast it to `double` to see all.',
      '`json` is sent as JSON where the server says that a column is of it: MySQL always, MariaDB from 10.5.',
      'Geometry is the bytes of the server: four of the SRID, then WKB.',
      'Of a procedure with several results the first is kept; a notice says how many there were. A SELECT ' +
        'of which enough rows were read is interrupted; any other statement runs to its end.',
    ],
    values: mysqlValues,
  },
  {
    file: 'snowflake.md',
    title: 'Values of Snowflake',
    notes: [
      'Every row below is run by the tests against a local server that speaks the protocol as documented; ' +
        'it has never been run against the real service. A literal is the text that the server sends for ' +
        'a value of the type; the stored form is what stands in the result, byte for byte.',
      'A whole number beyond ±2^53 is a string, as most readers of JSON would round it. Null is `null` for ' +
        'every type.',
      'A `FLOAT` has the digits that the server sends. Zeros at the end of a fraction of a second are left ' +
        'out.',
      '`TIMESTAMP_LTZ` is an instant and is written in UTC, whatever the time zone of the session; ' +
        '`TIMESTAMP_TZ` keeps its offset.',
      'A `VARIANT` that is no JSON, such as XML, is a string. Intervals and types that are not named here are ' +
        'the text that the server gives.',
    ],
    values: snowflakeValues,
  },
  {
    file: 'bigquery.md',
    title: 'Values of BigQuery',
    notes: [
      'A literal is SQL that makes such a value; the stored form is what stands in the result, byte for ' +
        'byte. The tests read each value in the text in which the REST API is documented to send it, from a ' +
        'local server: they have not been run against the real service.',
      common[1] ?? '',
      'A `NUMERIC` has the digits that the service sends, which drops zeros at the end.',
      'A `TIMESTAMP` is asked for in microseconds and shown in UTC; its fraction is left out when it is zero. ' +
        'A `DATETIME` has no zone and gets none.',
      'Structs and arrays are JSON, their parts in the forms below. The service knows no null array: it is ' +
        'empty.',
      'Of a script the rows of its last statement are kept; a notice says how many statements ran.',
    ],
    values: bigqueryValues,
  },
  {
    file: 'sqlite.md',
    title: 'Values of SQLite',
    notes: [
      ...common,
      'A column has a declared type, which says its datatype; each value has a type of its own, and has the ' +
        'form of that. Without a declared type the values that were seen decide the datatype.',
      'SQLite has no decimals: what is declared as one is kept, and shown, as a double.',
    ],
    values: sqliteValues,
  },
  {
    file: 'duckdb.md',
    title: 'Values of DuckDB',
    notes: [
      ...common,
      'Lists, arrays, structs and maps are JSON, their parts in the forms below.',
      'Infinite dates and those BC stay as the database writes them.',
      'A struct without field names, such as `row(1, 2)`, is a JSON array: `[1,2]`. A map is an object with the text of its keys; with keys of a UNION, VARIANT or JSON it is an array of `[key, value]` pairs.',
      'Text that DuckDB accepts as JSON and that is not valid JSON is a string of that text.',
    ],
    values: duckdbValues,
  },
];

const longest = 60;

/** Text inside a cell, as code; a long one without its middle. */
function code(text: string): string {
  const shown =
    text.length <= longest
      ? text
      : `${text.slice(0, 24)}…${text.slice(-12)} (${String(text.length)} characters)`;
  const plain = shown.replaceAll('|', '\\|').replaceAll('\n', '↵').replaceAll('\t', '⇥');
  return plain === '' ? '(empty)' : plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``;
}

function page({ title, notes, values }: Page): string {
  const rows = values.flatMap(([type, datatype, ...cases]) =>
    cases.map(
      ([literal, json], index) =>
        `| ${index === 0 ? code(type) : ''} | ${index === 0 ? datatype : ''} | ${code(literal)} | ${code(json)} |`,
    ),
  );
  return [
    '<!-- Written by scripts/document-values.mjs from the table that the tests run. -->',
    '',
    `# ${title}`,
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    '| type | datatype | literal | stored |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** The text of each page by its file's name. */
export const valuePages = (): Map<string, string> =>
  new Map(pages.map((each) => [each.file, page(each)]));
