import type { Chart } from '@sluice/contracts';
import { cellText } from '../results/grid/cell-text.js';
import type { Row } from '../results/grid/row-pages.js';

/** Orders of the labels of a chart. */
export const labelOrders = {
  stored: 'As stored',
  'value-desc': 'Value, descending',
  'value-asc': 'Value, ascending',
  'name-asc': 'Name, ascending',
  'name-desc': 'Name, descending',
} as const;

/** See {@link labelOrders}. */
export type LabelOrder = keyof typeof labelOrders;

/** Returns the chosen order. Without a choice, the greatest labels and pie slices are ordered by value. */
export function labelOrderOf({ chartType, fields }: Chart): LabelOrder {
  const { sort, top } = fields;
  if (typeof sort === 'string' && Object.hasOwn(labelOrders, sort)) return sort as LabelOrder;
  return chartType === 'pie' || top !== undefined ? 'value-desc' : 'stored';
}

const collator = new Intl.Collator(undefined, { numeric: true });

/**
 * Returns the rows in the order of their labels, which are in the first cell.
 *
 * @param value the index of the cell that is summed for an order by value
 * @param last the label that follows all others, such as `Other`, after rows without a label
 */
export function orderedRows(
  rows: Row[],
  order: LabelOrder,
  value: number,
  last: string | null,
): Row[] {
  const sums = new Map<string, number>();
  const labelOf = (row: Row): string => cellText(row[0]) ?? 'NULL';
  for (const row of rows) {
    const number = Number(row[value] ?? 0);
    const label = labelOf(row);
    sums.set(label, (sums.get(label) ?? 0) + (Number.isFinite(number) ? number : 0));
  }
  const rankOf = (row: Row): number => {
    if (last === null) return 0;
    return row[0] === last ? 2 : Number(row[0] === null);
  };
  const sign = order.endsWith('desc') ? -1 : 1;
  const compare = (a: string, b: string): number => {
    if (order === 'stored') return 0;
    if (order.startsWith('name')) return sign * collator.compare(a, b);
    return sign * ((sums.get(a) ?? 0) - (sums.get(b) ?? 0));
  };
  return rows.toSorted((one, two) => {
    const rank = rankOf(one) - rankOf(two);
    return rank !== 0 ? rank : compare(labelOf(one), labelOf(two));
  });
}
