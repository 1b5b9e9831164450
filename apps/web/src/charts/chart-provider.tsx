import type { Chart } from '@sluice/contracts';
import { useCallback, type ReactNode } from 'react';
import { ChartSlot, type StatementRows } from '../results/chart-slot.js';
import { ChartSide } from './chart-side.js';

interface ChartProviderProps {
  /** The chosen chart; null shows the suggested one. */
  value: Chart | null;
  /** Null returns to the suggested chart. */
  onChange(chart: Chart | null): void;
  children: ReactNode;
}

/** Shows a chart next to the results of its children. The parent keeps the chosen chart. */
export function ChartProvider({ value, onChange, children }: ChartProviderProps) {
  const render = useCallback(
    (statement: StatementRows) => (
      <ChartSide statement={statement} value={value} onChange={onChange} />
    ),
    [value, onChange],
  );
  return <ChartSlot value={render}>{children}</ChartSlot>;
}
