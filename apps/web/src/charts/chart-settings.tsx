import { Button, Popover } from '@mantine/core';
import type { Chart, ColumnInfo } from '@sluice/contracts';
import { Icon } from '../ui/icon.js';
import { chartTypes, fieldsOf, withField, type ChartType } from './chart-types.js';
import { FieldInput } from './field-input.js';

interface ChartSettingsProps {
  chart: Chart;
  type: ChartType;
  columns: ColumnInfo[];
  onChange(chart: Chart): void;
}

/** The fields of a chart in a panel, so that a low pane is left to the chart. */
export function ChartSettings({ chart, type, columns, onChange }: ChartSettingsProps) {
  const names = [...new Set(columns.map(({ name }) => name))].filter((name) => name !== '');
  return (
    <Popover position="bottom-end" withinPortal shadow="md" width={360} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="settings" size={14} />}>
          Settings
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="chart-fields">
          {fieldsOf(type).map((name) => (
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
      </Popover.Dropdown>
    </Popover>
  );
}
