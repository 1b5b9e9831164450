import { Button, Select } from '@mantine/core';
import type { Chart } from '@sluice/contracts';
import { useMemo } from 'react';
import type { StatementRows } from '../results/chart-slot.js';
import { ChartSettings } from './chart-settings.js';
import { chartTypes, isChartType, withType, type ChartType } from './chart-types.js';
import { ChartView } from './chart-view.js';
import { suggestedChart } from './suggested-chart.js';

interface ChartPaneProps {
  statement: StatementRows;
  /** Null shows the suggested chart. */
  value: Chart | null;
  /** Null returns to the suggested chart. */
  onChange(chart: Chart | null): void;
  /** Whether the chart covers the rows. */
  isFull: boolean;
  onFull(isFull: boolean): void;
}

const types = Object.entries(chartTypes).map(([value, { label }]) => ({ value, label }));

/** The choice of a chart type by the result. */
const AUTOMATIC = 'automatic';

/** The chart of a statement, with the fields that configure it. */
export default function ChartPane(props: ChartPaneProps) {
  const { statement, value, onChange, isFull, onFull } = props;
  const { columns, rowCount } = statement;
  const suggested = useMemo(() => suggestedChart(columns, rowCount ?? 0), [columns, rowCount]);
  const chart = value ?? suggested;
  const type = value !== null && isChartType(value.chartType) ? value.chartType : null;
  const automatic = suggested === null ? '' : `: ${labelOf(suggested)}`;
  const choose = (chosen: string | null): void => {
    if (chosen === AUTOMATIC) onChange(null);
    else onChange(withType(chart ?? { chartType: '', fields: {} }, chosen as ChartType));
  };
  return (
    <ChartView
      statement={statement}
      chart={chart}
      name=""
      onAutomatic={value === null ? undefined : () => onChange(null)}
    >
      <Select
        size="xs"
        w={190}
        aria-label="Chart type"
        allowDeselect={false}
        data={[{ value: AUTOMATIC, label: `Automatic${automatic}` }, ...types]}
        value={value === null ? AUTOMATIC : type}
        onChange={choose}
      />
      {chart !== null && isChartType(chart.chartType) && (
        <ChartSettings chart={chart} type={chart.chartType} columns={columns} onChange={onChange} />
      )}
      <Button variant="default" aria-pressed={isFull} onClick={() => onFull(!isFull)}>
        {isFull ? 'Show rows' : 'Full width'}
      </Button>
    </ChartView>
  );
}

const labelOf = ({ chartType }: Chart): string =>
  isChartType(chartType) ? chartTypes[chartType].label : chartType;
