import type { ColumnInfo } from '@sluice/contracts';
import {
  dividedBy,
  decimalOf,
  formatDecimal,
  isLess,
  plus,
  type Decimal,
} from './exact-decimal.js';
import { formatCount } from '../ui/format.js';
import { cellText } from './grid/cell-text.js';
import type { Block } from './copy-formats.js';

/** A figure of the selected cells, such as `sum` and `1,250`. */
export interface Total {
  label: string;
  value: string;
}

/** Returns the figures of cells: their number, the nulls, and of the numbers the exact sum, average and range. */
export function totalsOf({ columns, rows }: Block): Total[] {
  const cells = rows.flatMap((row) => row.map((value, index) => ({ value, of: columns[index] })));
  const nulls = cells.filter(({ value }) => cellText(value) === null).length;
  const numbers = cells.flatMap(({ value, of }) => numberIn(value, of));
  const isMixed = numbers.length > 0 && numbers.length < cells.length - nulls;
  return [
    { label: 'cells', value: formatCount(cells.length) },
    ...(nulls > 0 ? [{ label: 'nulls', value: formatCount(nulls) }] : []),
    // The figures leave out texts and NaN.
    ...(isMixed ? [{ label: 'numbers', value: formatCount(numbers.length) }] : []),
    ...figuresOf(numbers),
  ];
}

function numberIn(value: unknown, column: ColumnInfo | undefined): Decimal[] {
  const text = cellText(value);
  const number = text === null || column?.datatype !== 'number' ? null : decimalOf(text);
  return number === null ? [] : [number];
}

function figuresOf(numbers: readonly Decimal[]): Total[] {
  const [first, ...others] = numbers;
  if (first === undefined) return [];
  const sum = others.reduce(plus, first);
  const figures = {
    sum,
    average: dividedBy(sum, numbers.length),
    min: others.reduce((least, each) => (isLess(each, least) ? each : least), first),
    max: others.reduce((largest, each) => (isLess(largest, each) ? each : largest), first),
  };
  return Object.entries(figures).map(([label, value]) => ({ label, value: formatDecimal(value) }));
}
