import { markdownTable } from '../table.js';
import type { Calculation, Carried } from './model.js';

/** Returns the calculation as two Markdown tables. */
export function renderCalculation({ carried, limits }: Calculation): string {
  const parts = carried.map((line) => [line.part, line.what, amountOf(line)]);
  const ends = limits.map(({ what, used, available, unit, batchesPerDay, movedBy }) => [
    what,
    `${round(used)} of ${round(available)} ${unit}`,
    `${round(batchesPerDay / 1e6)} million`,
    movedBy,
  ]);
  return [
    markdownTable(['part', 'quantity', 'value'], parts),
    '',
    markdownTable(['limit', 'used at the peak', 'batches a day at the limit', 'raised by'], ends),
  ].join('\n');
}

const amountOf = ({ value, unit, digits = 0 }: Carried): string =>
  `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim();

/** Rounds to three digits; more would suggest a false precision. */
const round = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 2 });
