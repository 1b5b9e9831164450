import type { View, ViewRequest } from '@sluice/contracts';
import type { Row } from '../results/grid/row-pages.js';
import { formatCount } from '../ui/format.js';
import { frameOf, type ChartFrame, type FrameRows } from './chart-frame.js';
import type { ChartPlan } from './chart-plan.js';
import { orderedRows } from './label-order.js';
import { otherLabel, otherNote } from './other-label.js';

/** Asks the service for a view of the result. @throws ApiError */
export type AskView = (request: ViewRequest) => Promise<View>;

/** Maximum points of a chart; a chart of more rows draws a sample. */
export const MAX_POINTS = 100_000;
/** Maximum groups of a chart, and rows of one request. */
const PAGE = 10_000;

/** Returns the frame of a plan from all rows of a result, calculated by the service. @throws ApiError */
export async function viewFrame(plan: ChartPlan, ask: AskView): Promise<ChartFrame> {
  if (plan.aggregation === 'none') return frameOf(plan, await pointsOf(plan, ask));
  if (plan.dimensions.length === 0) return frameOf(plan, await totalOf(plan, ask));
  const { top } = plan;
  return frameOf(plan, top === null ? await groupsOf(plan, ask) : await topOf(plan, top, ask));
}

/** Reads the rows as points; of more rows than a chart can draw, a sample. */
async function pointsOf(plan: ChartPlan, ask: AskView): Promise<FrameRows> {
  const columns = [...plan.dimensions, ...plan.measures].map(({ column }) => column.index);
  const maxPoints = plan.isOneRow ? 1 : MAX_POINTS;
  const rows: Row[] = [];
  for (;;) {
    const limit = Math.min(PAGE, maxPoints - rows.length);
    const sample = plan.isOneRow ? {} : { sample: MAX_POINTS };
    const view = await ask({ columns, ...sample, offset: rows.length, limit });
    rows.push(...(view.rows ?? []));
    const isEnd = (view.rows ?? []).length === 0 || rows.length >= view.total;
    if (!isEnd && rows.length < maxPoints) continue;
    const isSampled = !plan.isOneRow && view.total > rows.length;
    const ordered = plan.isContinuous
      ? rows
      : orderedRows(rows, plan.order, plan.dimensions.length, null);
    return {
      rows: ordered,
      notes: isSampled ? [sampleNote(rows.length, view.total)] : [],
      isMerged: false,
    };
  }
}

const sampleNote = (drawn: number, total: number): string =>
  `Shows a sample of ${formatCount(drawn)} of ${formatCount(total)} rows, evenly spaced. An aggregation covers all rows.`;

/** Reads the aggregates of all rows. */
async function totalOf(plan: ChartPlan, ask: AskView): Promise<FrameRows> {
  const { aggregates = [], total } = await ask({ aggregates: aggregatesOf(plan), limit: 0 });
  return { rows: [aggregates], notes: [], isMerged: total > 1 };
}

/** Reads the groups. Of more groups than a page holds, a continuous axis gets a sample and labels get the first ones. */
async function groupsOf(plan: ChartPlan, ask: AskView): Promise<FrameRows> {
  const { isContinuous, dimensions, order } = plan;
  const column = dimensions[0]?.column.index ?? 0;
  const isByValue = order.startsWith('value') && dimensions.length === 1;
  const descending = order.endsWith('desc');
  const { total, groups } = await ask({
    groupBy: dimensions.map((each) => each.column.index),
    aggregates: aggregatesOf(plan),
    ...(isContinuous && { sort: [{ column }], sample: PAGE }),
    ...(!isContinuous && {
      sort: [
        ...(isByValue ? [{ aggregate: 0, descending, nulls: 'last' as const }] : []),
        { stored: true as const },
      ],
    }),
    limit: PAGE,
  });
  const rows = rowsOf(groups);
  const count = groups?.total ?? rows.length;
  const part = isContinuous ? 'a sample of' : 'the first';
  const note = `Shows ${part} ${formatCount(rows.length)} of ${formatCount(count)} groups.`;
  return {
    rows: isContinuous ? rows : orderedRows(rows, order, dimensions.length, null),
    notes: count > rows.length ? [note] : [],
    isMerged: count < total,
  };
}

/** Reads the greatest labels, rows without a label, and all other rows as one label. */
async function topOf(plan: ChartPlan, top: number, ask: AskView): Promise<FrameRows> {
  const { dimensions, order } = plan;
  const groupBy = dimensions.map(({ column }) => column.index);
  const [label = 0, ...others] = groupBy;
  const aggregates = aggregatesOf(plan);
  const greatest = await ask({
    groupBy: [label],
    aggregates: aggregates.slice(0, 1),
    filters: [{ column: label, operator: 'isNotNull' }],
    sort: [{ aggregate: 0, descending: true, nulls: 'last' }, { stored: true }],
    limit: top,
  });
  const labels = greatest.groups?.rows.map(({ key }) => key[0]) ?? [];
  const rest = (greatest.groups?.total ?? 0) - labels.length;
  if (rest <= 0) return groupsOf(plan, ask);
  const values = labels.map(filterValue);
  const sort = [{ stored: true as const }];
  const page = { aggregates, limit: PAGE };
  const [kept, unlabelled, combined] = await Promise.all([
    ask({ ...page, groupBy, sort, filters: [{ column: label, operator: 'in', values }] }),
    ask({ ...page, groupBy, sort, filters: [{ column: label, operator: 'isNull' }] }),
    ask({
      ...page,
      ...(others.length > 0 && { groupBy: others, sort }),
      filters: values.map((value) => ({ column: label, operator: '!=' as const, value })),
    }),
  ]);
  const other = otherLabel(labels);
  const combinedRows = others.length > 0 ? rowsOf(combined.groups) : [combined.aggregates ?? []];
  const rows = [
    ...rowsOf(kept.groups),
    ...rowsOf(unlabelled.groups),
    ...combinedRows.map((row): Row => [other, ...row]),
  ];
  return {
    rows: orderedRows(rows, order, groupBy.length, other),
    notes: [otherNote(other, rest)],
    isMerged: true,
  };
}

const aggregatesOf = ({
  aggregation,
  measures,
}: ChartPlan): NonNullable<ViewRequest['aggregates']> =>
  measures.map(({ column }) => ({
    function: aggregation === 'none' ? 'count' : aggregation,
    column: column.index,
  }));

const rowsOf = (groups: View['groups']): Row[] =>
  groups?.rows.map(({ key, values }) => [...key, ...values]) ?? [];

const filterValue = (cell: unknown): string | number | boolean =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? cell
    : JSON.stringify(cell);
