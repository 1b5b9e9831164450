import { Select } from '@mantine/core';
import type { Chart, ColumnInfo } from '@sluice/contracts';
import { useMemo } from 'react';
import type { StatementWithColumns } from '../results/chart-slot.js';
import {
  chartTypes,
  fieldsOf,
  isChartType,
  withField,
  withType,
  type ChartType,
} from './chart-types.js';
import { ChartView } from './chart-view.js';
import { FieldInput } from './field-input.js';
import { suggestedChart } from './suggested-chart.js';

interface ChartPaneProps {
  statement: StatementWithColumns;
  /** Null shows the suggested chart. */
  value: Chart | null;
  onChange(chart: Chart): void;
}

/** The chart of a statement, with the fields that configure it. */
export default function ChartPane({ statement, value, onChange }: ChartPaneProps) {
  const { columns, rowCount } = statement;
  const suggested = useMemo(() => suggestedChart(columns, rowCount ?? 0), [columns, rowCount]);
  const chart = value ?? suggested;
  return (
    <ChartView statement={statement} chart={chart} name="">
      <ChartFields chart={chart} columns={columns} onChange={onChange} />
    </ChartView>
  );
}

interface ChartFieldsProps {
  chart: Chart | null;
  columns: ColumnInfo[];
  onChange(chart: Chart): void;
}

const types = Object.entries(chartTypes).map(([value, { label }]) => ({ value, label }));

function ChartFields({ chart, columns, onChange }: ChartFieldsProps) {
  const type = chart !== null && isChartType(chart.chartType) ? chart.chartType : null;
  const names = [...new Set(columns.map(({ name }) => name))].filter((name) => name !== '');
  return (
    <div className="chart-fields" role="group" aria-label="Chart settings">
      <Select
        size="xs"
        w={170}
        label="Chart type"
        allowDeselect={false}
        data={types}
        value={type}
        onChange={(chosen) =>
          onChange(withType(chart ?? { chartType: '', fields: {} }, chosen as ChartType))
        }
      />
      {chart !== null &&
        type !== null &&
        fieldsOf(type).map((name) => (
          <FieldInput
            key={`${type} ${name}`}
            name={name}
            isRequired={(chartTypes[type].required as readonly string[]).includes(name)}
            value={chart.fields[name]}
            columns={names}
            onChange={(value) => onChange(withField(chart, name, value))}
          />
        ))}
    </div>
  );
}
