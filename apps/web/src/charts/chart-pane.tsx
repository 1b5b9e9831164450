import { Select } from '@mantine/core';
import type { Chart, ColumnInfo, Statement } from '@sluice/contracts';
import { useMemo } from 'react';
import { useChartChoice } from './chart-choice.js';
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
import { firstGuess } from './first-guess.js';

/** The chart of a statement's rows, with the choice of what it shows. */
export default function ChartPane({
  statement,
}: {
  statement: Statement & { columns: ColumnInfo[] };
}) {
  const { columns, rowCount } = statement;
  const { value, onChange } = useChartChoice();
  const guess = useMemo(() => firstGuess(columns, rowCount ?? 0), [columns, rowCount]);
  const chart = value ?? guess;
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
    <div className="chart-fields" role="group" aria-label="What the chart shows">
      <Select
        size="xs"
        w={170}
        label="Chart"
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
