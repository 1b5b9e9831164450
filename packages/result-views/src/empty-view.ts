import type { Comparison, View, ViewRequest } from '@sluice/contracts';

/** Returns the body of a view of a result without rows. */
export function emptyView({ distinct, groupBy, aggregates }: ViewRequest): Buffer {
  const view: View = { rowCount: 0, total: 0 };
  if (distinct) view.distinct = { total: 0, values: [] };
  else if (groupBy) view.groups = { total: 0, rows: [] };
  else {
    const isCount = (name: string) =>
      name === 'count' || name === 'nulls' || name === 'countDistinct';
    if (aggregates) {
      view.aggregates = aggregates.map(({ function: name }) => (isCount(name) ? 0 : null));
    }
    view.rows = [];
    view.rowNumbers = [];
  }
  return Buffer.from(JSON.stringify(view));
}

/** Returns the body of the comparison of two results without rows. */
export function emptyComparison(): Buffer {
  const comparison: Comparison = {
    beforeCount: 0,
    afterCount: 0,
    added: 0,
    removed: 0,
    changed: 0,
    unchanged: 0,
    repeatedKeys: 0,
    total: 0,
    rows: [],
  };
  return Buffer.from(JSON.stringify(comparison));
}
