import type { Chart } from '@sluice/contracts';
import { createContext, useContext, useState, type ReactNode } from 'react';

interface Choice {
  value: Chart | null;
  onChange(chart: Chart): void;
}

const Chosen = createContext<Choice | null>(null);

/** Where the choice of a chart is kept for the results inside: with the query. */
export const ChartChoice = ({ value, onChange, children }: Choice & { children: ReactNode }) => (
  <Chosen value={{ value, onChange }}>{children}</Chosen>
);

/** The chosen chart, which the page forgets where nobody keeps it. */
export function useChartChoice(): Choice {
  const [value, setValue] = useState<Chart | null>(null);
  return useContext(Chosen) ?? { value, onChange: setValue };
}
