import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import readWorkbook from 'read-excel-file/node';
import t from 'tap';
import { convertToWorkbook, type ConvertedColumn } from '@sluice/results';
import { fileOf, sourceOf, storedRows, slices, type StoredRows } from './support/convert.js';

const modifiedOn = new Date('2024-05-06T07:08:09Z');
const maxCellLength = 32_767;
const truncationMark = '… [cut]';

/** Returns a workbook with at most `sheetRows` rows in a sheet. */
const writeWorkbook = ({ columns, rows }: StoredRows, sheetRows = 1_000_000, sizes = [65_536]) => {
  const sheets = [];
  for (let first = 0; first === 0 || first < rows.length; first += sheetRows) {
    const page = rows.slice(first, first + sheetRows);
    sheets.push(sourceOf(fileOf({ columns, rows: page }), sizes));
  }
  return buffer(convertToWorkbook({ columns, sheets, sheetRows, modifiedOn, slices, name: 'x' }));
};

/** Reads the workbook with an independent library. */
const sheetsOf = async (stored: StoredRows, sheetRows?: number, sizes?: number[]) => {
  const sheets = await readWorkbook(await writeWorkbook(stored, sheetRows, sizes), { trim: false });
  return sheets.map(({ sheet, data }) => ({ sheet, data: data }));
};

const cellsOf = async (stored: StoredRows) => (await sheetsOf(stored))[0]!.data;

/** Returns the expected cell value: the reference implementation. */
function expectedCell(json: string, { datatype }: ConvertedColumn): unknown {
  if (json === 'null') return null;
  if (/^[[{]/.test(json) || datatype === 'json') return shortened(json);
  if (json === 'true' || json === 'false') return json === 'true';
  const digits = (text: string) =>
    text.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '');
  const fits = (text: string) => {
    const size = Math.abs(Number(text));
    return size === 0 || (size > 2.3e-308 && size < 9.9e307);
  };
  if (!json.startsWith('"')) {
    const isLong = /^-?\d+$/.test(json) && digits(json).length > 15;
    return isLong || !fits(json) ? json : Number(json);
  }
  const text = Buffer.from(JSON.parse(json) as string).toString();
  const isNumber = datatype === 'number' && /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text);
  if (isNumber && digits(text).length <= 15 && fits(text)) return Number(text);
  return text === '' ? null : shortened(text);
}

const shortened = (text: string) =>
  text.length <= maxCellLength
    ? text
    : `${text.slice(0, maxCellLength - truncationMark.length).replace(/[\ud800-\udbff]$/, '')}${truncationMark}`;

const withoutEnd = (row: unknown[]) => {
  const cells = row.map((cell) => (cell === '' || cell === undefined ? null : cell));
  while (cells.at(-1) === null) cells.pop();
  return cells;
};
const table = (rows: unknown[][]) => {
  const lines = rows.map(withoutEnd);
  while (lines.at(-1)?.length === 0) lines.pop();
  return lines;
};

t.test('an independent reader finds the stored rows on any number of sheets', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      storedRows.filter(({ columns }) =>
        columns.every(({ datatype }) => !['date', 'datetime', 'time'].includes(datatype)),
      ),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 100 }),
      async (stored, sheetRows, size) => {
        const { columns, rows } = stored;
        const names = columns.map(({ name }) => Buffer.from(name).toString());
        const sheets = await sheetsOf(stored, sheetRows, [size]);
        assert.equal(sheets.length, Math.max(1, Math.ceil(rows.length / sheetRows)));
        sheets.forEach(({ data }, at) => {
          const page = rows.slice(at * sheetRows, (at + 1) * sheetRows);
          const cells = page.map((row) => row.map((json, n) => expectedCell(json, columns[n]!)));
          assert.deepEqual(table(data), table([names, ...cells]));
        });
      },
    ),
    { numRuns: 150 },
  );
  t.end();
});

t.test('dates and times are written as such when a cell can represent them', async (t) => {
  const column = (datatype: ConvertedColumn['datatype']) => [{ name: 'c', datatype }];
  const at = (text: string) => new Date(text);
  const cases: [ConvertedColumn['datatype'], string, unknown][] = [
    ['date', '2024-02-29', at('2024-02-29')],
    ['date', '1900-03-01', at('1900-03-01')],
    ['date', '9999-12-31', at('9999-12-31')],
    ['date', '1900-02-28', '1900-02-28'],
    ['date', '0044-03-15 BC', '0044-03-15 BC'],
    ['date', '12024-12-31', '12024-12-31'],
    ['date', '-infinity', '-infinity'],
    ['datetime', '2024-02-29T23:59:59', at('2024-02-29T23:59:59Z')],
    ['datetime', '2024-02-29T23:59:59.120000', at('2024-02-29T23:59:59.120Z')],
    ['datetime', '2024-07-01T10:00:00Z', at('2024-07-01T10:00:00Z')],
    ['datetime', '2024-07-01T10:00:00.5Z', at('2024-07-01T10:00:00.5Z')],
    ['datetime', '2024-07-01T10:00:00+05:30', '2024-07-01T10:00:00+05:30'],
    ['datetime', '2024-07-01T10:00:00.123456789', '2024-07-01T10:00:00.123456789'],
    ['time', '24:00:00', '24:00:00'],
    ['time', '-01:00:00', '-01:00:00'],
    ['time', '01:02:03+05:30', '01:02:03+05:30'],
    ['string', '2024-02-29', '2024-02-29'],
  ];
  for (const [datatype, text, expected] of cases) {
    const cells = await cellsOf({ columns: column(datatype), rows: [[JSON.stringify(text)]] });
    t.same(cells[1]?.map(rounded), [expected], `${datatype} ${text}`);
  }
  // To the microsecond: the number is the nearest double.
  const { sheet } = await partsOf({
    columns: [...column('datetime'), { name: 't', datatype: 'time' }],
    rows: [['"2024-02-29T23:59:59.999999"', '"12:00:00.000001"']],
  });
  const [days = 0, share = 0] = [...sheet.matchAll(/<v>([^<]+)<\/v>/g)].map(([, v]) => Number(v));
  t.equal(Math.round((days - 45_351) * 86_400e6), 86_399_999_999);
  t.equal(Math.round(share * 86_400e6), 43_200_000_001);
});

/** The reader truncates to a millisecond where a double is slightly too small. */
const rounded = (cell: unknown) =>
  cell instanceof Date ? new Date(Math.round((cell.getTime() + 0.5) / 10) * 10) : cell;

/** Returns the XML of the sheet, read without the library. */
async function partsOf(stored: StoredRows): Promise<{ sheet: string }> {
  const file = await writeWorkbook(stored);
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const start = file.indexOf(name) + name.length;
  return { sheet: inflateRawSync(file.subarray(start)).toString() };
}

t.test('texts are text cells and stay text when they are edited', async (t) => {
  const columns: ConvertedColumn[] = [{ name: '=cmd()', datatype: 'string' }];
  const texts = ['=1+1', ' =1+1', '\t@x', '+1', '-1', '＝1', 'plain', 'a;=1'];
  const stored = { columns, rows: texts.map((text) => [JSON.stringify(text)]) };
  t.same(await cellsOf(stored), [['=cmd()'], ...texts.map((text) => [text])]);
  const { sheet } = await partsOf(stored);
  t.notOk(/<f[ >]|t="str"/.test(sheet), 'there is no formula');
  const styles = [...sheet.matchAll(/<c r="A\d+"(?: s="(\d+)")?/g)].map(([, style]) => style);
  t.same(styles, ['10', '2', '2', '2', '2', '2', '2', undefined, undefined]);
});

t.test('a text too long for a cell is truncated and marked', async (t) => {
  const columns: ConvertedColumn[] = [
    { name: 's', datatype: 'string' },
    { name: 'j', datatype: 'json' },
  ];
  const values = [
    ...[maxCellLength - 1, maxCellLength, maxCellLength + 1, 200_000].map((length) =>
      JSON.stringify('x'.repeat(length)),
    ),
    JSON.stringify(`${'x'.repeat(maxCellLength - truncationMark.length - 1)}🎈🎈🎈🎈🎈🎈`),
    JSON.stringify('\u0001&_x0041_'.repeat(4_000)),
    JSON.stringify(Array.from({ length: 9_000 }, (_, at) => at)),
    `"${'\\\\'.repeat(20_000)}"`,
    `-${'1'.repeat(400)}`,
  ];
  const stored = { columns, rows: values.map((value) => [value, value]) };
  for (const sizes of [[262_144], [10_007]]) {
    const [sheet] = await sheetsOf(stored, 1_000, sizes);
    values.forEach((value, at) => {
      t.same(
        sheet?.data[at + 1],
        columns.map((column) => expectedCell(value, column)),
        value.slice(0, 20),
      );
    });
  }
});
