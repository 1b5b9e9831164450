import type { Chart } from '@sluice/contracts';

/** How the rows of one label become one value. */
export const aggregations = {
  none: 'None',
  sum: 'Sum',
  avg: 'Average',
  count: 'Count',
  min: 'Minimum',
  max: 'Maximum',
  median: 'Median',
} as const;

/** See {@link aggregations}. */
export type Aggregation = keyof typeof aggregations;

/** Chart types that draw rows as they are unless the user chooses an aggregation. */
const unaggregated = new Set(['line', 'bubble', 'bignumber']);

/** Returns the chosen aggregation; without a choice `sum`, or `none` where each row is a point. */
export function aggregationOf({ chartType, fields }: Chart): Aggregation {
  const chosen = fields.aggregation;
  if (typeof chosen === 'string' && Object.hasOwn(aggregations, chosen)) {
    return chosen as Aggregation;
  }
  return unaggregated.has(chartType) ? 'none' : 'sum';
}

/** Returns one value for the numbers and the count of values that are not null; null if there is no number. */
export function aggregate(
  aggregation: Exclude<Aggregation, 'none'>,
  numbers: number[],
  count: number,
): number | null {
  if (aggregation === 'count') return count;
  if (numbers.length === 0) return null;
  switch (aggregation) {
    case 'sum':
      return sumOf(numbers);
    case 'avg':
      return sumOf(numbers) / numbers.length;
    case 'min':
      return numbers.reduce((min, number) => Math.min(min, number), Infinity);
    case 'max':
      return numbers.reduce((max, number) => Math.max(max, number), -Infinity);
    case 'median':
      return medianOf(numbers);
  }
}

/** Returns the sum of numbers. */
export const sumOf = (numbers: number[]): number => numbers.reduce((sum, each) => sum + each, 0);

function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2;
}
