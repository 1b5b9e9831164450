import type { ColumnInfo, Comparison, RowChange } from '@sluice/contracts';

/** A row of the table of differences. */
export type Difference = Comparison['rows'][number];

/** A cell of the table: one value, or both if it has changed. */
export type DifferenceCell = { value: unknown } | { before: unknown; after: unknown };

/** Returns the cells of a difference, in column order. */
export function cellsOf(
  { before = [], after = [], columns = [], change }: Difference,
  count: number,
): DifferenceCell[] {
  const changed = new Set(columns);
  return Array.from({ length: count }, (_, at) =>
    changed.has(at)
      ? { before: before[at], after: after[at] }
      : { value: change === 'removed' ? before[at] : after[at] },
  );
}

/** Returns the columns that probably identify a row: the first named `id` or `…_id`, else the first one. */
export function suggestedKeys(columns: Pick<ColumnInfo, 'name'>[]): number[] {
  const names = columns.map(({ name }) => name.toLowerCase());
  const at = [names.indexOf('id'), names.findIndex((name) => /_id$/.test(name)), 0].find(
    (index) => index >= 0,
  );
  return names.length === 0 ? [] : [at ?? 0];
}

const MAX_CELL_CHARACTERS = 200;

/** Returns the text of a value in the table; null for a null. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text;
}

/** The label of each kind of change. */
export const changeLabels: Record<RowChange, string> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
};
