import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Chart, View, ViewRequest } from '@sluice/contracts';
import { createResultViews } from '@sluice/result-views';
import { openFileResultStore } from '@sluice/results';
import t from 'tap';
import type { ChartFrame } from '../src/charts/chart-frame.js';
import { planOf, type ChartPlan } from '../src/charts/chart-plan.js';
import { localFrame } from '../src/charts/local-frame.js';
import { coverageNote } from '../src/charts/coverage-note.js';
import { MAX_POINTS, viewFrame } from '../src/charts/view-frame.js';
import type { Row } from '../src/results/grid/row-pages.js';
import { columnOfKind } from './charts-support.js';

const columns = [
  columnOfKind('day', 'date'),
  columnOfKind('country', 'string'),
  columnOfKind('kind', 'string'),
  columnOfKind('orders', 'number'),
];

const planFor = (chartType: string, fields: Chart['fields']): ChartPlan => {
  const planned = planOf({ chartType, fields }, columns);
  if (planned.kind === 'hint') throw new Error(planned.text);
  return planned.plan;
};

/** Rows in which labels repeat, and some labels and values are null. */
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => [
    `2026-01-${String((at % 28) + 1).padStart(2, '0')}`,
    at % 11 === 3 ? null : `c${String((at * 7) % 20)}`,
    at % 2 === 0 ? 'new' : 'old',
    at % 13 === 5 ? null : (at * 37) % 101,
  ]);

await t.test('frames of views', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-charts-'));
  const store = await openFileResultStore({ directory: join(folder, 'results') });
  const limits = { memoryMb: 512, diskMb: 512, processes: 2, idleMs: 60_000, timeoutMs: 60_000 };
  const directory = join(folder, 'views');
  const views = createResultViews({ store, directory, limits, onError: (error) => t.error(error) });
  t.teardown(async () => {
    await views.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Stores rows; returns a function that asks for views of them, and counts the returned rows. */
  const stored = async (rows: Row[]) => {
    const writer = await store.create(randomUUID(), new Date());
    const json = Buffer.from(rows.map((row) => JSON.stringify(row)).join(',\n'));
    await writer.append({ rowCount: rows.length, json });
    const { resultsPath, bytes, rowCount, crc32 } = await writer.finish();
    const result = { resultsPath, expected: { bytes, rowCount, crc32 }, columns };
    const asked: ViewRequest[] = [];
    const ask = async (request: ViewRequest): Promise<View> => {
      asked.push(request);
      const body = await views.view(result, request, new AbortController().signal);
      return JSON.parse(Buffer.from(body).toString()) as View;
    };
    return { ask, asked };
  };

  await t.test('a view and the browser give the same chart of the same rows', async (t) => {
    const rows = rowsOf(1_000);
    const { ask } = await stored(rows);
    const bars = { barlabel: 'country', barvalue: 'orders' };
    const charts: [string, Chart['fields']][] = [
      ['verticalbar', bars],
      ['verticalbar', { ...bars, sort: 'value-desc' }],
      ['verticalbar', { ...bars, sort: 'name-desc', color: 'kind' }],
      ['pie', { label: 'country', value: 'orders', top: '5' }],
      ['heatmap', { x: 'country', y: 'kind', value: 'orders' }],
      ['line', { x: 'day', y: 'orders', split: 'kind', aggregation: 'avg' }],
      ['line', { x: 'country', y: 'orders' }],
      ['bubble', { x: 'orders', y: 'orders', color: 'country' }],
      ['bignumber', { value: 'orders', aggregation: 'median' }],
      ['bignumber', { value: 'orders', label: 'country' }],
    ];
    for (const aggregation of ['sum', 'avg', 'count', 'min', 'max', 'median']) {
      charts.push(['verticalbar', { ...bars, aggregation, top: '5' }]);
      charts.push(['verticalbar', { ...bars, aggregation, top: '5', color: 'kind' }]);
    }
    for (const [chartType, fields] of charts) {
      const plan = planFor(chartType, fields);
      const message = `${chartType} ${JSON.stringify(fields)}`;
      t.same(
        rounded(plan, await viewFrame(plan, ask)),
        rounded(plan, localFrame(plan, rows)),
        message,
      );
    }
  });

  await t.test('of many points the page gets an even sample, and says so', async (t) => {
    const rows = rowsOf(MAX_POINTS + 50_000);
    const { ask, asked } = await stored(rows);
    const frame = await viewFrame(planFor('bubble', { x: 'orders', y: 'orders' }), ask);
    t.equal(frame.rows.length, MAX_POINTS);
    t.same(frame.notes, [
      'Shows a sample of 100,000 of 150,000 rows, evenly spaced. An aggregation covers all rows.',
    ]);
    t.ok(asked.every(({ columns: read }) => read?.length === 2));

    asked.length = 0;
    const grouped = await viewFrame(
      planFor('verticalbar', { barlabel: 'kind', barvalue: 'orders' }),
      ask,
    );
    t.equal(asked.length, 1);
    const sums = new Map<unknown, number>();
    for (const row of rows) sums.set(row[2], (sums.get(row[2]) ?? 0) + Number(row[3] ?? 0));
    t.same(grouped.rows, [...sums]);
  });
});

/** Groups of a continuous axis have no order, and sums of floating-point numbers depend on it. */
function rounded(plan: ChartPlan, { rows, ...frame }: ChartFrame) {
  const texts = rows.map((row) =>
    JSON.stringify(row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(6)) : cell))),
  );
  return { ...frame, rows: plan.isContinuous ? texts.toSorted() : texts };
}

t.test('rows beyond the greatest labels are one label, and no row is lost', async (t) => {
  const rows = rowsOf(1_000);
  const chart = { barlabel: 'country', barvalue: 'orders', aggregation: 'count', top: '5' };
  const { rows: bars, notes } = localFrame(planFor('verticalbar', chart), rows);
  t.equal(bars.length, 7, 'five labels, NULL and Other');
  t.equal(bars.at(-1)?.[0], 'Other');
  t.same(notes, ['“Other” combines 15 labels.']);
  const counted = bars.reduce((sum, row) => sum + Number(row[1]), 0);
  t.equal(counted, rows.filter((row) => row[3] !== null).length);
  const named = rows.map((row) => (row[1] === 'c1' ? [row[0], 'Other', row[2], 1e6] : row));
  t.equal(localFrame(planFor('verticalbar', chart), named).rows.length, 7);
});

t.test('a chart of the first rows says what it covers', async (t) => {
  const finished = { isFinished: true, rowCount: 20_000, refusal: null };
  t.equal(coverageNote(finished), null);
  t.match(coverageNote({ ...finished, isFinished: false }), /running.*first 10,000 of 20,000 rows/);
  t.match(coverageNote({ ...finished, refusal: 'View limit reached' }), /^The chart covers the/);
});
