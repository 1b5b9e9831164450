import './charts.css';
import { Alert, Center, Loader, Text } from '@mantine/core';
import type { Chart, Statement } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { errorText } from '../http/client.js';
import type { StatementWithColumns } from '../results/chart-slot.js';
import type { Row } from '../results/grid/row-pages.js';
import { readStatementRows } from '../results/read-rows.js';
import { MAX_LOCAL_ROWS } from '../results/row-coverage.js';
import { formatCount } from '../ui/format.js';
import type { ChartImages } from './chart-canvas.js';
import { drawingOf, type Drawing } from './chart-drawing.js';
import { chartTypes, isChartType } from './chart-types.js';
import { ExportMenu } from './export-menu.js';

const ChartCanvas = lazy(() => import('./chart-canvas.js'));

interface ChartViewProps {
  statement: StatementWithColumns;
  /** Null if none is chosen and none can be suggested. */
  chart: Chart | null;
  /** The name of the query; also the name of exported files. */
  name: string;
  /** Shown in the bar before the export menu. */
  children?: ReactNode;
}

const NO_ROWS: Row[] = [];

/** The chart of a statement. Another chart type renders the same rows; nothing runs again. */
export function ChartView({ statement, chart, name, children }: ChartViewProps) {
  const { columns, status } = statement;
  const [images, setImages] = useState<ChartImages | null>(null);
  const rowCount = statement.rowCount ?? 0;
  const rows = useChartRows(statement);
  const drawing = useMemo(
    () => (chart === null || rows.data === undefined ? null : drawingOf(chart, columns, rows.data)),
    [chart, columns, rows.data],
  );
  const hint = hintOf(status, chart, rows.error);
  return (
    <div className="chart column fill">
      <div className="bar">
        {children}
        <div className="grow" />
        <ExportMenu
          images={drawing?.kind === 'chart' ? images : null}
          name={name === '' ? 'chart' : name}
        />
      </div>
      {rowCount > MAX_LOCAL_ROWS && (
        <Alert color="yellow" p={6}>
          Shows the first {formatCount(MAX_LOCAL_ROWS)} of {formatCount(rowCount)} rows. To cover
          all rows, use GROUP BY in the query.
        </Alert>
      )}
      {drawing?.kind === 'chart' &&
        drawing.notes.map((note) => (
          <Alert key={note} color="gray" p={6}>
            {note}
          </Alert>
        ))}
      <div className="grow chart-place">
        {hint === null ? (
          <DrawingView drawing={drawing} label={labelOf(chart, name)} onReady={setImages} />
        ) : (
          <Hint text={hint} />
        )}
      </div>
    </div>
  );
}

function useChartRows(statement: Statement): { data: Row[] | undefined; error: unknown } {
  const { id, status } = statement;
  const rowCount = statement.rowCount ?? 0;
  const isFinished = status === 'finished';
  const rows = useQuery({
    // The grid uses the same key for sorting and filtering.
    queryKey: ['rows', id, rowCount],
    queryFn: ({ signal }) => readStatementRows(id)(0, MAX_LOCAL_ROWS, signal),
    enabled: isFinished && rowCount > 0,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return { data: isFinished && rowCount === 0 ? NO_ROWS : rows.data, error: rows.error };
}

interface DrawingViewProps {
  drawing: Drawing | null;
  label: string;
  onReady(images: ChartImages | null): void;
}

function DrawingView({ drawing, label, onReady }: DrawingViewProps) {
  if (drawing === null) return <Loading />;
  switch (drawing.kind) {
    case 'hint':
      return <Hint text={drawing.text} />;
    case 'number':
      return (
        <Center h="100%" className="column">
          <div className="big-number">{drawing.text}</div>
          <Text c="dimmed">{drawing.label}</Text>
        </Center>
      );
    case 'chart':
      return (
        <Suspense fallback={<Loading />}>
          <ChartCanvas option={drawing.option} label={label} onReady={onReady} />
        </Suspense>
      );
  }
}

/** Returns why there is no chart yet; null if there is one. */
function hintOf(status: Statement['status'], chart: Chart | null, error: unknown): string | null {
  if (status !== 'finished') return 'The chart appears when the statement has finished.';
  if (error !== null) return errorText(error);
  return chart === null ? 'No chart suggested. Choose a chart type and its columns.' : null;
}

/** Returns the accessible name of the chart. */
function labelOf(chart: Chart | null, name: string): string {
  if (chart === null) return 'Chart';
  const { chartType, fields } = chart;
  const type = isChartType(chartType) ? chartTypes[chartType].label : chartType;
  const parts = Object.entries(fields).map(([field, value]) => `${field}: ${String(value)}`);
  return [name === '' ? type : `${type} of ${name}`, ...parts].join(', ');
}

const Loading = () => (
  <Center h="100%">
    <Loader size="sm" role="status" aria-label="Loading chart" />
  </Center>
);

const Hint = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" role="status" p="md">
    {text}
  </Text>
);
