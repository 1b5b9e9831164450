import './charts.css';
import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core';
import type { Chart } from '@sluice/contracts';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { errorText } from '../http/client.js';
import type { StatementRows } from '../results/chart-slot.js';
import type { ChartImages } from './chart-canvas.js';
import { drawingOf, type Drawing } from './chart-drawing.js';
import { chartTypes, isChartType } from './chart-types.js';
import { ExportMenu } from './export-menu.js';
import { bigNumberSize } from './formats.js';
import { useChartFrame } from './use-chart-frame.js';
import { lazyPart } from '../ui/lazy-part.js';

const ChartCanvas = lazyPart(() => import('./chart-canvas.js'));

interface ChartViewProps {
  statement: StatementRows;
  /** Null if none is chosen and none can be suggested. */
  chart: Chart | null;
  /** The name of the query; also the name of exported files. */
  name: string;
  /** Returns to the suggested chart; without it, or with the suggested chart, there is no such button. */
  onAutomatic?: (() => void) | undefined;
  /** Shown in the bar before the export menu. */
  children?: ReactNode;
}

/** The chart of a statement. Another chart type draws the same rows; nothing runs again. */
export function ChartView({ statement, chart, name, onAutomatic, children }: ChartViewProps) {
  const [images, setImages] = useState<ChartImages | null>(null);
  const { frame, hint, error } = useChartFrame(statement, chart);
  const drawing = useMemo(
    () => (chart === null || frame === undefined ? null : drawingOf(chart, frame)),
    [chart, frame],
  );
  const problem =
    chart === null ? NO_SUGGESTION : (hint ?? (error === null ? null : errorText(error)));
  const notes =
    problem !== null || drawing === null || drawing.kind === 'hint' ? [] : drawing.notes;
  return (
    <div className="chart column fill">
      <div className="bar">
        {children}
        <div className="grow" />
        <ExportMenu
          images={drawing?.kind === 'chart' ? images : null}
          frame={problem === null ? frame : undefined}
          name={name === '' ? 'chart' : name}
        />
      </div>
      {notes.map((note) => (
        <Alert key={note} className="chart-note" color="gray" p={6}>
          {note}
        </Alert>
      ))}
      <div className="grow chart-place">
        {problem === null ? (
          <DrawingView drawing={drawing} label={labelOf(chart, name)} onReady={setImages} />
        ) : (
          <Hint text={problem}>
            {onAutomatic !== undefined && (
              <Button variant="default" onClick={onAutomatic}>
                Use the automatic chart
              </Button>
            )}
          </Hint>
        )}
      </div>
    </div>
  );
}

const NO_SUGGESTION = 'No chart suggested. Choose a chart type and its columns.';

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
          <div className="big-number" style={{ fontSize: bigNumberSize(drawing.text) }}>
            {drawing.text}
          </div>
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

const Hint = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Stack p="md" gap="xs" align="flex-start">
    <Text size="sm" c="dimmed" role="status">
      {text}
    </Text>
    {children}
  </Stack>
);
