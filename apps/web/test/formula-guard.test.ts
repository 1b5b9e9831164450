import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { convertToText, createSliceQueue } from '@sluice/results';
import fc from 'fast-check';
import t from 'tap';
import { withoutFormulas } from '../src/charts/formula-guard.js';

const kinds = ['string', 'number', 'time', 'date', 'datetime', 'boolean'] as const;

/** Returns the cell that a CSV download has for a text. */
async function downloaded(value: string, datatype: (typeof kinds)[number]): Promise<string> {
  const conversion = {
    columns: [{ name: 'n', datatype }],
    as: { format: 'csv' as const, raw: false, bom: false },
    slices: createSliceQueue(),
    name: 'result',
  };
  const csv = await text(
    convertToText(Readable.from([Buffer.from(JSON.stringify([[value]]))]), conversion),
  );
  const cell = csv.slice('n\r\n'.length, -'\r\n'.length);
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

t.test('a chart defuses the formulas that a download defuses', async (t) => {
  const part = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    ';',
    '\t',
    '\n',
    '\r',
    ' ',
    '"',
    '\u200b',
    "'",
    'a',
    '1',
    '1:30',
    '.5',
    'infinity',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...kinds),
      async (parts, kind) => {
        const value = parts.join('');
        const [expected, found] = [await downloaded(value, kind), withoutFormulas(value, kind)];
        if (found !== expected) throw new Error(JSON.stringify({ value, kind, found, expected }));
      },
    ),
    { numRuns: 2_000 },
  );
  t.equal(withoutFormulas('=1+1', 'string'), "'=1+1");
  t.equal(withoutFormulas('-1.5', 'number'), '-1.5');
});
