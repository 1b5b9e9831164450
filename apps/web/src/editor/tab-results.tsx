import { useState } from 'react';
import { ChartProvider } from '../charts/chart-provider.js';
import { OwnChartProvider } from '../charts/own-chart-provider.js';
import type { TextPosition } from '../results/error-position.js';
import { ResultActions } from '../results/result-actions.js';
import { ResultsPane } from '../results/results-pane.js';
import { useBatch, type WatchedBatch } from '../results/use-batch.js';
import { updateTab, type Tab } from '../tabs/tabs.js';
import { PinButton } from './pin-button.js';
import { PinStrip } from './pin-strip.js';

interface TabResultsProps {
  tab: Tab;
  /** The current run. */
  watched: WatchedBatch;
  onShowPosition(position: TextPosition): void;
}

/** The current and the pinned results of a tab. A new run shows the current ones. */
export default function TabResults({ tab, watched, onShowPosition }: TabResultsProps) {
  const [choice, setChoice] = useState({ batchId: tab.batchId, chosen: null as string | null });
  const isKept =
    choice.batchId === tab.batchId && tab.pins.some(({ batchId }) => batchId === choice.chosen);
  const chosen = isKept ? choice.chosen : null;
  return (
    <div className="column fill">
      {tab.pins.length > 0 && (
        <PinStrip
          tab={tab}
          chosen={chosen}
          onChoose={(batchId) => setChoice({ batchId: tab.batchId, chosen: batchId })}
        />
      )}
      <div className="grow">
        {chosen === null ? (
          <ChartProvider value={tab.chart} onChange={(chart) => updateTab(tab.id, { chart })}>
            <TabRun tab={tab} watched={watched} onShowPosition={onShowPosition} />
          </ChartProvider>
        ) : (
          <PinnedResults key={chosen} tab={tab} batchId={chosen} />
        )}
      </div>
    </div>
  );
}

/** The results of a pinned run. Its chart is its own: the columns may differ from the current ones. */
function PinnedResults({ tab, batchId }: { tab: Tab; batchId: string }) {
  const watched = useBatch(batchId);
  return (
    <OwnChartProvider saved={watched.batch?.chart ?? null}>
      <TabRun tab={tab} watched={watched} />
    </OwnChartProvider>
  );
}

interface TabRunProps extends Omit<TabResultsProps, 'onShowPosition'> {
  onShowPosition?: TabResultsProps['onShowPosition'];
}

function TabRun({ tab, watched, onShowPosition }: TabRunProps) {
  const { batch } = watched;
  return (
    <ResultActions value={batch && <PinButton tab={tab} batch={batch} />}>
      <ResultsPane
        key={batch?.id}
        watched={watched}
        editorText={tab}
        {...(onShowPosition && { onShowPosition })}
      />
    </ResultActions>
  );
}
