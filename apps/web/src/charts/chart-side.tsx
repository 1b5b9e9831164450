import type { ColumnInfo, Statement } from '@sluice/contracts';
import { lazy, Suspense } from 'react';
import { Splitter } from '../app/splitter.js';
import { useStoredLook } from '../app/stored.js';

const ChartPane = lazy(() => import('./chart-pane.js'));

/** The chart at the right of the rows, as wide as it was left. */
export function ChartSide({ statement }: { statement: Statement & { columns: ColumnInfo[] } }) {
  const [width, setWidth] = useStoredLook('chart-width', 520);
  return (
    <>
      <Splitter
        label="Width of the chart"
        orientation="vertical"
        isReversed
        value={width}
        min={240}
        max={1_400}
        onChange={setWidth}
      />
      <section className="chart-side" style={{ width }} aria-label="Chart">
        <Suspense fallback={null}>
          <ChartPane statement={statement} />
        </Suspense>
      </section>
    </>
  );
}
