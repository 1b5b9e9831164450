import type { Row } from '../results/grid/row-pages.js';
import { aggregate } from './aggregations.js';
import { frameOf, type ChartFrame } from './chart-frame.js';
import type { ChartPlan } from './chart-plan.js';
import { orderedRows } from './label-order.js';
import { otherLabel, otherNote } from './other-label.js';
import { numberIn } from './values.js';

/** Returns the frame of a plan from rows of the result, calculated in the browser. */
export function localFrame(plan: ChartPlan, rows: Row[]): ChartFrame {
  const indexes = [...plan.dimensions, ...plan.measures].map(({ column }) => column.index);
  const used = plan.isOneRow ? rows.slice(0, 1) : rows;
  const picked: Row[] = used.map((row) => indexes.map((index) => row[index]));
  const value = plan.dimensions.length;
  if (plan.aggregation === 'none') {
    const points = plan.isContinuous ? picked : orderedRows(picked, plan.order, value, null);
    return frameOf(plan, { rows: points, notes: [], isMerged: false });
  }
  const { labelled, other, notes } = withOther(plan, picked);
  const groups = groupsOf(plan, labelled);
  const isMerged = groups.length < rows.length;
  const ordered = plan.isContinuous ? groups : orderedRows(groups, plan.order, value, other);
  return frameOf(plan, { rows: ordered, notes, isMerged });
}

/** Returns one row for each combination of dimensions, in order of appearance. */
function groupsOf({ aggregation, dimensions, measures }: ChartPlan, rows: Row[]): Row[] {
  if (aggregation === 'none') return rows;
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.slice(0, dimensions.length));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].map((group) => [
    ...(group[0] ?? []).slice(0, dimensions.length),
    ...measures.map(({ column }, at) => {
      const index = dimensions.length + at;
      const numbers = group.flatMap((row) => numberIn(row, { ...column, index }) ?? []);
      const count = group.filter((row) => row[index] !== null && row[index] !== undefined).length;
      return aggregate(aggregation, numbers, count);
    }),
  ]);
}

interface Labelled {
  labelled: Row[];
  /** The label of the combined rows; null if nothing is combined. */
  other: string | null;
  notes: string[];
}

/** Replaces the labels beyond the greatest ones, before rows are aggregated, so that every aggregation is exact. */
function withOther(plan: ChartPlan, rows: Row[]): Labelled {
  const { top, dimensions, measures } = plan;
  if (top === null) return { labelled: rows, other: null, notes: [] };
  const single = { ...plan, dimensions: dimensions.slice(0, 1), measures: measures.slice(0, 1) };
  const pairs = rows.flatMap((row): Row[] =>
    row[0] === null ? [] : [[row[0], row[dimensions.length]]],
  );
  const labels = orderedRows(groupsOf(single, pairs), 'value-desc', 1, null).map(
    ([label]) => label,
  );
  if (labels.length <= top) return { labelled: rows, other: null, notes: [] };
  const kept = new Set(labels.slice(0, top));
  const other = otherLabel([...kept]);
  return {
    // Null is not a label, so it stays apart, as in a view.
    labelled: rows.map((row) =>
      row[0] === null || kept.has(row[0]) ? row : [other, ...row.slice(1)],
    ),
    other,
    notes: [otherNote(other, labels.length - top)],
  };
}
