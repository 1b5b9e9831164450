import type { Chart } from '@sluice/contracts';
import { useState, type ReactNode } from 'react';
import { ChartProvider } from './chart-provider.js';

interface OwnChartProviderProps {
  /** The chart that is shown first; null shows the suggested one. */
  saved: Chart | null;
  children: ReactNode;
}

/** Shows a chart next to the results of its children. If the user changes the chart, the change is not stored. */
export function OwnChartProvider({ saved, children }: OwnChartProviderProps) {
  // Undefined until the user changes the chart; null is the suggested one.
  const [chart, setChart] = useState<Chart | null>();
  return (
    <ChartProvider value={chart === undefined ? saved : chart} onChange={setChart}>
      {children}
    </ChartProvider>
  );
}
