import './charts.css';
import { Alert, Center, Loader, Text } from '@mantine/core';
import type { Chart, ColumnInfo, Statement } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { textOf } from '../api/client.js';
import type { Row } from '../grid/row-pages.js';
import { mostRowsInPage } from '../grid/coverage.js';
import { readerOf } from '../grid/result-rows.js';
import { countOf } from '../workbench/format.js';
import type { ChartPictures } from './chart-canvas.js';
import { chartTypes, isChartType } from './chart-types.js';
import { drawingOf } from './drawing.js';
import { PictureMenu } from './picture-menu.js';

const ChartCanvas = lazy(() => import('./chart-canvas.js'));

interface ChartViewProps {
  statement: Statement & { columns: ColumnInfo[] };
  /** Null where nothing in the columns can be drawn, and nobody has chosen. */
  chart: Chart | null;
  /** Names the files of pictures. */
  name: string;
  /** Stands in the bar beside the pictures. */
  children?: ReactNode;
}

const noRows: Row[] = [];

/** The rows of a statement as a chart. Another choice draws the same rows again; nothing is run. */
export function ChartView({ statement, chart, name, children }: ChartViewProps) {
  const { id, columns, status } = statement;
  const [pictures, setPictures] = useState<ChartPictures | null>(null);
  const rowCount = statement.rowCount ?? 0;
  const rows = useQuery({
    // The grid arranges the same rows.
    queryKey: ['rows', id, rowCount],
    queryFn: ({ signal }) => readerOf(id)(0, mostRowsInPage, signal),
    enabled: status === 'finished' && rowCount > 0,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const data = status === 'finished' && rowCount === 0 ? noRows : rows.data;
  const drawing = useMemo(
    () => (chart === null || data === undefined ? null : drawingOf(chart, columns, data)),
    [chart, columns, data],
  );
  const label = labelOf(chart, name);
  const hint = hintOf(status, chart, rows.error);
  return (
    <div className="chart column fill">
      <div className="bar">
        {children}
        <div className="grow" />
        <PictureMenu
          pictures={drawing?.kind === 'chart' ? pictures : null}
          name={name === '' ? 'chart' : name}
        />
      </div>
      {rowCount > mostRowsInPage && (
        <Alert color="yellow" p={6}>
          Drawn from the first {countOf(mostRowsInPage)} of {countOf(rowCount)} rows. Let the query
          group them for a chart of all.
        </Alert>
      )}
      {drawing?.kind === 'chart' &&
        drawing.notes.map((note) => (
          <Alert key={note} color="gray" p={6}>
            {note}
          </Alert>
        ))}
      <div className="grow chart-place">
        {hint !== null && <Hint text={hint} />}
        {hint === null && drawing === null && <Waiting />}
        {drawing?.kind === 'problem' && <Hint text={drawing.text} />}
        {drawing?.kind === 'number' && (
          <Center h="100%" className="column">
            <div className="big-number">{drawing.text}</div>
            <Text c="dimmed">{drawing.label}</Text>
          </Center>
        )}
        {drawing?.kind === 'chart' && (
          <Suspense fallback={<Waiting />}>
            <ChartCanvas option={drawing.option} label={label} onReady={setPictures} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

/** Why nothing is drawn yet; null where something will be. */
function hintOf(status: Statement['status'], chart: Chart | null, error: unknown): string | null {
  if (status !== 'finished') return 'The chart is drawn when all rows are here.';
  if (error !== null) return textOf(error);
  return chart === null ? 'No column measures anything: choose a type and its columns.' : null;
}

/** What the chart shows, for those who cannot see it. */
function labelOf(chart: Chart | null, name: string): string {
  if (chart === null) return 'Chart';
  const { chartType, fields } = chart;
  const type = isChartType(chartType) ? chartTypes[chartType].label : chartType;
  const parts = Object.entries(fields).map(([field, value]) => `${field}: ${String(value)}`);
  return [name === '' ? type : `${type} of ${name}`, ...parts].join(', ');
}

const Waiting = () => (
  <Center h="100%">
    <Loader size="sm" role="status" aria-label="Drawing" />
  </Center>
);

const Hint = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" role="status" p="md">
    {text}
  </Text>
);
