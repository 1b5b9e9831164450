import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { convertToText, measureText, type ConvertedColumn, type TextFormat } from '@sluice/results';
import {
  convertBy,
  fileOf,
  sourceOf,
  storedRows,
  textOf,
  slices,
  type StoredRows,
} from './support/convert.js';

const csv = { format: 'csv', raw: false, bom: false } as const;
const rawCsv = { ...csv, raw: true };
const formats: TextFormat[] = [csv, rawCsv, { format: 'json' }, { format: 'ndjson' }];

const blank =
  '\\u0000-\\u0020\\u007f\\u0085\\u00a0\\u00ad\\u1680\\u180e\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff';
const formula = new RegExp(`(^[${blank}]*|[;\\t\\r\\n][${blank}"]*)([=+\\-@＝＋－＠])`, 'g');
/** Blanks followed by a character that is dangerous at the start by itself. */
const breaks = new RegExp(`^((?:(?![\\t\\r\\n])[${blank}])*)(?=[\\t\\r\\n])`);

/** Reference implementation of the CSV conversion: whole values and regular expressions. */
function csvOf({ columns, rows }: StoredRows, { raw }: { raw: boolean }): string {
  const escaped = (value: string) => (raw ? value : withApostrophes(value));
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const field = (value: string) => (/[",\r\n]|^$/.test(value) ? quoted(value) : value);
  const cell = (json: string, { datatype }: ConvertedColumn) => {
    if (json === 'null') return '';
    if (/^[[{]/.test(json) || (datatype === 'json' && json.startsWith('"'))) {
      return quoted(escaped(json));
    }
    if (!json.startsWith('"')) return json;
    const value = wellFormed(JSON.parse(json) as string);
    return field(isHarmless(value, datatype) ? value : escaped(value));
  };
  const line = (cells: string[]) => `${cells.join(',')}\r\n`;
  const names = columns.map(({ name }, at) => {
    const value = escaped(wellFormed(name));
    if (at === 0 && name.startsWith('ID')) return quoted(value);
    return name === '' ? '' : field(value);
  });
  return (
    (columns.length === 0 ? '' : line(names)) +
    rows.map((row) => line(row.map((json, at) => cell(json, columns[at]!)))).join('')
  );
}

/** Replaces lone surrogates as UTF-8 encoding does. */
const wellFormed = (value: string) => Buffer.from(value).toString();

const withApostrophes = (value: string) =>
  value.replace(breaks, "$1'").replaceAll(formula, "$1'$2");

const isHarmless = (value: string, datatype: string): boolean =>
  ({
    number: /^[-+]?(\d+(\.\d*)?(e[-+]?\d+)?|infinity|nan)$/i,
    time: /^[-+]?\d+:\d\d(:\d\d(\.\d+)?)?$/,
    date: /^[-+]?infinity$/i,
    datetime: /^[-+]?infinity$/i,
  })[datatype]?.test(value) ?? false;

const objectsOf = ({ columns, rows }: StoredRows): string[] => {
  const used: string[] = [];
  const names = columns.map(({ name }, at) => {
    let distinct = name;
    const isTaken = (wanted: string) =>
      used.includes(wanted) || columns.some((column) => column.name === wanted);
    if (columns.findIndex((column) => column.name === name) < at) {
      for (let count = 2; isTaken(distinct); count++) distinct = `${name}_${count}`;
    }
    used.push(distinct);
    return distinct;
  });
  return rows.map(
    (row) => `{${row.map((json, at) => `${JSON.stringify(names[at])}:${json}`).join(',')}}`,
  );
};

const referenceOf = (stored: StoredRows, as: TextFormat): string => {
  if (as.format === 'csv') return csvOf(stored, as);
  const objects = objectsOf(stored);
  return as.format === 'json' ? `[${objects.join(',\n')}]` : objects.map((o) => `${o}\n`).join('');
};

t.test('every format matches the reference implementation for any chunk sizes', (t) => {
  fc.assert(
    fc.property(
      storedRows,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 200 }),
      (stored, sizes, limit) => {
        for (const as of formats) {
          assert.equal(convertBy(stored, as, { sizes, limit }), referenceOf(stored, as));
        }
      },
    ),
    { numRuns: 400 },
  );
  t.end();
});

t.test('values of any length are converted completely for any chunk sizes', (t) => {
  const long = (text: string) => JSON.stringify(text.repeat(Math.ceil(40_000 / text.length)));
  const texts = ['x', 'é漢🎈', '"', '\\', ';=', '\n', '\u0001', 'a,', '\r\n-'];
  const values = [
    ...texts.map(long),
    `"${'\\ud83c\\udf88'.repeat(5_000)}\\ud83c"`,
    JSON.stringify(texts.map((text) => [text.repeat(3_000), { [text]: null }])),
    JSON.stringify('='.repeat(16_382)),
    JSON.stringify('='.repeat(16_383)),
    `-${'1'.repeat(50_000)}`,
  ];
  const columns: ConvertedColumn[] = [
    { name: 'a', datatype: 'string' },
    { name: 'b', datatype: 'json' },
  ];
  const stored = { columns, rows: values.map((value) => [value, value]) };
  for (const as of formats) {
    const all = convertBy(stored, as);
    // The converter always quotes a value longer than the part that it inspects.
    const unquoted = (body: string) =>
      as.format === 'csv' ? body.replaceAll(/"([^",\r\n]{9000,})"/g, '$1') : body;
    t.ok(unquoted(all) === unquoted(referenceOf(stored, as)), JSON.stringify(as));
    for (const sizes of [[1_000], [16_384], [7, 65_536], [100_001, 3]]) {
      t.ok(convertBy(stored, as, { sizes, limit: 10_000 }) === all, `chunks of ${sizes.join()}`);
    }
  }
  t.end();
});

t.test('values that a spreadsheet would run as formulas are escaped, others are unchanged', (t) => {
  const stored: StoredRows = {
    columns: [
      { name: '=name', datatype: 'string' },
      { name: 'n', datatype: 'number' },
      { name: 'j', datatype: 'json' },
    ],
    rows: [
      ['"=1+1"', '-5', '"=1"'],
      ['" \\t=1"', '"-5.50"', '["a;=1"]'],
      ['"a;-1"', '"=cmd()"', '-5'],
      ['"a\\n@x"', '"-Infinity"', 'null'],
      ['"a-b = c"', '"-A1"', '{}'],
    ],
  };
  t.equal(
    convertBy(stored, csv),
    [
      "'=name,n,j",
      `'=1+1,-5,"""=1"""`,
      ` '\t'=1,-5.50,"[""a;'=1""]"`,
      `a;'-1,'=cmd(),-5`,
      `"a\n'@x",-Infinity,`,
      `a-b = c,'-A1,"{}"`,
      '',
    ].join('\r\n'),
  );
  t.equal(convertBy(stored, rawCsv).includes("'"), false);
  t.end();
});

t.test('the first column name is never mistaken for the signature of another format', (t) => {
  const columns: ConvertedColumn[] = [{ name: 'ID', datatype: 'number' }];
  t.equal(convertBy({ columns, rows: [['1']] }, csv), '"ID"\r\n1\r\n');
  t.equal(convertBy({ columns, rows: [] }, { ...csv, bom: true }), '\ufeff"ID"\r\n');
  t.end();
});

t.test('a conversion can start at every checkpoint and stop at any byte', async (t) => {
  const columns: ConvertedColumn[] = [
    { name: 'n', datatype: 'number' },
    { name: 't', datatype: 'string' },
  ];
  const rows = Array.from({ length: 30_000 }, (_, at) => [
    String(at),
    `"é, ${'x'.repeat(at % 50)}"`,
  ]);
  const stored = { columns, rows };
  const page = (first: number) => sourceOf(fileOf({ columns, rows: rows.slice(first) }));
  for (const as of formats) {
    const conversion = { columns, as, slices, name: 'x' };
    const whole = Buffer.from(await textOf(convertToText(page(0), conversion)));
    t.equal(whole.toString(), referenceOf(stored, as));
    const { bytes, checkpoints } = await measureText(page(0), conversion, 100_000);
    t.equal(bytes, whole.length);
    t.ok(checkpoints.length > 8, `${checkpoints.length} checkpoints`);
    for (const { row, offset } of checkpoints) {
      const part = await textOf(
        convertToText(page(row), conversion, { firstRow: row, skip: 1, length: 70_001 }),
      );
      t.ok(part === whole.subarray(offset + 1, offset + 70_002).toString());
    }
  }
});

t.test('a file that is not an array of rows is reported as damaged', async (t) => {
  const conversion = { columns: [], as: csv, slices, name: 'x' };
  for (const body of ['', '[', '[[1]', '[[1', '{}', '[[1]]]', '[[1]x', '[["a"b]]', '[["a']) {
    const stream = convertToText(sourceOf(Buffer.from(body)), conversion);
    await t.rejects(textOf(stream), { code: 'results_damaged' }, body);
  }
});
