import { bigqueryValues } from './bigquery.js';
import { duckdbValues } from './duckdb.js';
import { mysqlValues } from './mysql.js';
import { postgresValues } from './postgres.js';
import { snowflakeValues } from './snowflake.js';
import { sqliteValues } from './sqlite.js';
import {
  bigqueryParameters,
  duckdbParameters,
  examples,
  mysqlParameters,
  postgresParameters,
  snowflakeParameters,
  sqliteParameters,
  type ParameterForms,
} from './parameters.js';
import type { ValueTable, WitnessedTable } from './table.js';
import { bigquerySources, snowflakeSources, type Source, type Witness } from './witness.js';

/** A page of docs/reference/values, generated from the table that the tests run. */
type Page = PageTexts & (RealEngine | LocalServer);

interface PageTexts {
  file: string;
  engine: string;
  /** Rules that the table does not show. */
  notes: string[];
  parameters: ParameterForms;
}

/** The tests run every row against this engine. */
interface RealEngine {
  realEngine: string;
  values: ValueTable;
}

/** The tests reach the engine only through a local server. */
interface LocalServer {
  realEngine: null;
  values: WitnessedTable;
  /** Shows the form of bound parameters. */
  parameterWitness: Witness;
}

const largeIntegers =
  'An integer beyond ±2^53 is a string, because most JSON readers would round it. Null is `null` for every type.';

const common = [
  'The literal is the value in a column of the type; the stored form is the text in the result, byte for byte.',
  largeIntegers,
];

const witnessed =
  'The tests read every row from a local server, not from the real service. The witness is a public file with a recorded ' +
  'answer of the service, or of a client that reads the form. It shows the form of the type, not each value. For ' +
  'assumed rows there is only the documentation.';

const pages: Page[] = [
  {
    file: 'postgres.md',
    engine: 'PostgreSQL',
    notes: [
      ...common,
      'Enums, composites, domains and extension types are the text of the server; arrays of them are JSON arrays. A ' +
        'domain has the form of its base type.',
      'Sessions use UTC and ISO styles. If a session sets another `DateStyle` or time zone, its values have that ' +
        'style, and offsets instead of `Z`.',
      '`infinity` and dates BC are the text of the server.',
    ],
    realEngine: 'PostgreSQL 18',
    values: postgresValues,
    parameters: postgresParameters,
  },
  {
    file: 'mysql.md',
    engine: 'MySQL and MariaDB',
    notes: [
      ...common,
      'Tested with MariaDB 10.11; not yet with MySQL, which has the same protocol.',
      'Sessions use UTC, so a `timestamp` ends with `Z`, unless a statement sets another `time_zone`. A `datetime` has no zone. Zero dates are unchanged.',
      'A `float` has the six digits that the server sends. Cast it to `double` for all digits.',
      '`json` is JSON if the server reports the type of the column: MySQL always, MariaDB from 10.5.',
      'Geometry has the bytes of the server: four bytes of SRID, then WKB.',
      'If a procedure returns several results, the first is stored, and a notice gives the number of results. ' +
        'A SELECT is interrupted when enough rows are read; any other statement runs to completion.',
    ],
    realEngine: 'MariaDB 10.11',
    values: mysqlValues,
    parameters: mysqlParameters,
  },
  {
    file: 'snowflake.md',
    engine: 'Snowflake',
    notes: [
      'The literal is the text that the server sends; the stored form is the text in the result.',
      witnessed,
      largeIntegers,
      'A `FLOAT` has the digits that the server sends. Trailing zeros of fractional seconds are omitted.',
      '`TIMESTAMP_LTZ` is an instant in UTC, in any session time zone. `TIMESTAMP_TZ` keeps its offset.',
      'Intervals are ISO 8601, each part with its own sign. The server sends a count of months or of nanoseconds.',
      'A `VARIANT` that is not JSON, such as XML, is a string. Other types are the text of the server.',
    ],
    realEngine: null,
    values: snowflakeValues,
    parameterWitness: snowflakeSources.zone,
    parameters: snowflakeParameters,
  },
  {
    file: 'bigquery.md',
    engine: 'BigQuery',
    notes: [
      'The literal is SQL that creates the value; the stored form is the text in the result.',
      witnessed,
      largeIntegers,
      'A `NUMERIC` has the digits that the service sends, without trailing zeros.',
      'A `TIMESTAMP` is an instant in UTC with all digits of the service: twelve for a `TIMESTAMP(12)`. Zeros at the end of ' +
        'its fraction are omitted. A `DATETIME` has no zone. An `INTERVAL` is ISO 8601; each part has its own sign.',
      'Structs and arrays are JSON with elements in the forms below. BigQuery has no null array: it is empty.',
      'Of a script the rows of its last statement are stored; a notice has the number of statements.',
    ],
    realEngine: null,
    values: bigqueryValues,
    parameterWitness: bigquerySources.schema,
    parameters: bigqueryParameters,
  },
  {
    file: 'sqlite.md',
    engine: 'SQLite',
    notes: [
      ...common,
      'The declared type of a column determines its datatype. Each value has a separate type, which determines its ' +
        'form. Without a declared type, the values determine the datatype.',
      'SQLite has no decimal type: a column that is declared as one contains doubles.',
    ],
    realEngine: 'SQLite',
    values: sqliteValues,
    parameters: sqliteParameters,
  },
  {
    file: 'duckdb.md',
    engine: 'DuckDB',
    notes: [
      ...common,
      'Lists, arrays, structs and maps are JSON with elements in the forms below.',
      'Infinite dates and dates BC are the text of the database.',
      'A struct without field names, such as `row(1, 2)`, is a JSON array: `[1,2]`. A map is an object with the text of ' +
        'its keys; with UNION, VARIANT or JSON keys it is an array of `[key, value]` pairs.',
      'Invalid JSON that DuckDB accepts is a string of that text.',
      'The interface of DuckDB ends the values of an ENUM at U+0000: what follows is not stored.',
    ],
    realEngine: 'DuckDB',
    values: duckdbValues,
    parameters: duckdbParameters,
  },
];

const longest = 60;

/** Returns text as code for a table cell. A long text is shown without its middle. */
function code(text: string): string {
  const shown =
    text.length <= longest
      ? text
      : `${text.slice(0, 24)}…${text.slice(-12)} (${String(text.length)} characters)`;
  const plain = shown.replaceAll('|', '\\|').replaceAll('\n', '↵').replaceAll('\t', '⇥');
  return plain === '' ? '(empty)' : plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``;
}

function parameterLines(page: Page): string[] {
  const { engine, parameters } = page;
  const [form, witness] =
    page.realEngine === null
      ? ['sent to the engine', shownWitness(page.parameterWitness)]
      : ['stored by `select {{value}}`', inTests(page.realEngine)];
  return [
    '## Parameters',
    '',
    `A parameter \`{{name}}\` of each type is bound as follows. See [bind parameters](../../how-to/bind-parameters.md).`,
    '',
    `| type | value | type in ${engine} | ${form} | witness |`,
    '| --- | --- | --- | --- | --- |',
    ...examples.map(([type, sent], index) => {
      const [engineType, shown] = parameters[index] ?? ['', ''];
      return `| ${code(type)} | ${code(JSON.stringify(sent))} | ${code(engineType)} | ${code(shown ?? 'null')} | ${witness} |`;
    }),
  ];
}

const nameOf = ({ file }: Source): string => file.slice(file.lastIndexOf('/') + 1);

const shownWitness = (witness: Witness): string =>
  witness === 'assumed' ? witness : `\`${nameOf(witness)}\``;

const inTests = (engine: string): string => `${engine}, in the tests`;

/** The rows of a page; each names its witness. */
function valueRows(page: Page): string[] {
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  if (page.realEngine !== null) {
    const witness = inTests(page.realEngine);
    return page.values.flatMap(([type, datatype, ...cases]) =>
      cases.map(([literal, json], index) =>
        row([...typeCells(type, datatype, index), code(literal), code(json), witness]),
      ),
    );
  }
  return page.values.flatMap(([type, datatype, witness, ...cases]) =>
    cases.map(([literal, json, ofCase = witness], index) =>
      row([...typeCells(type, datatype, index), code(literal), code(json), shownWitness(ofCase)]),
    ),
  );
}

const typeCells = (type: string, datatype: string, index: number): string[] =>
  index === 0 ? [code(type), datatype] : ['', ''];

/** Lists the files that the rows name. */
function witnessLines(page: Page): string[] {
  if (page.realEngine !== null) return [];
  const sources = page.values
    .flatMap(([, , witness, ...cases]) => [witness, ...cases.map(([, , ofCase]) => ofCase)])
    .concat(page.parameterWitness)
    .filter((witness) => witness !== undefined && witness !== 'assumed');
  return [
    '## Witnesses',
    '',
    '| file | repository on GitHub | commit |',
    '| --- | --- | --- |',
    ...[...new Set(sources)].map(
      ({ repository, commit, file }) => `| \`${file}\` | ${repository} | \`${commit}\` |`,
    ),
    '',
  ];
}

function page(whole: Page): string {
  const { file, engine, notes } = whole;
  return [
    '<!-- Generated by scripts/document-values.mjs from the table that the tests run. -->',
    '',
    `# Values of ${engine}`,
    '',
    `This page lists the stored form of each type of ${engine}.`,
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    '| type | datatype | literal | stored | witness |',
    '| --- | --- | --- | --- | --- |',
    ...valueRows(whole),
    '',
    ...witnessLines(whole),
    ...parameterLines(whole),
    '',
    `Read next: [${engine}](../drivers/${file}), [downloads](../downloads.md).`,
    '',
  ].join('\n');
}

/** Returns the text of each page by file name. */
export const valuePages = (): Map<string, string> =>
  new Map(pages.map((each) => [each.file, page(each)]));
