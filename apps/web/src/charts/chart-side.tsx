import type { Chart } from '@sluice/contracts';
import { Suspense } from 'react';
import type { StatementRows } from '../results/chart-slot.js';
import { useStoredLook } from '../ui/browser-storage.js';
import { Splitter } from '../ui/splitter.js';
import { lazyPart } from '../ui/lazy-part.js';

const ChartPane = lazyPart(() => import('./chart-pane.js'));

interface ChartSideProps {
  statement: StatementRows;
  value: Chart | null;
  onChange(chart: Chart | null): void;
}

/** The chart to the right of the rows. The browser remembers its width, and whether it covers the rows. */
export function ChartSide({ statement, value, onChange }: ChartSideProps) {
  const [width, setWidth] = useStoredLook('chart-width', 520);
  const [isFull, setFull] = useStoredLook('chart-full', false);
  return (
    <>
      <Splitter
        label="Chart width"
        orientation="vertical"
        isReversed
        value={width}
        min={240}
        max={1_400}
        onChange={setWidth}
      />
      <section
        className={isFull ? 'chart-side full' : 'chart-side'}
        style={isFull ? {} : { width }}
        aria-label="Chart"
      >
        <Suspense fallback={null}>
          <ChartPane
            statement={statement}
            value={value}
            onChange={onChange}
            isFull={isFull}
            onFull={setFull}
          />
        </Suspense>
      </section>
    </>
  );
}
