import { ChartProvider } from '../charts/chart-provider.js';
import type { TextPosition } from '../results/error-position.js';
import { ResultsPane } from '../results/results-pane.js';
import type { WatchedBatch } from '../results/use-batch.js';
import { updateTab, type Tab } from '../tabs/tabs.js';
import { NoConnection } from './no-connection.js';

interface EditorResultsProps {
  tab: Tab;
  watched: WatchedBatch;
  hasConnections: boolean;
  /** Selects a position in the text. */
  onShowPosition(position: TextPosition): void;
}

/** The results below the editor; without a connection, how to get one. */
export function EditorResults(props: EditorResultsProps) {
  const { tab, watched, hasConnections, onShowPosition } = props;
  return (
    <section className="results" aria-label="Results">
      {!hasConnections && tab.batchId === null ? (
        <NoConnection />
      ) : (
        <ChartProvider value={tab.chart} onChange={(chart) => updateTab(tab.id, { chart })}>
          <ResultsPane key={tab.batchId} watched={watched} onShowPosition={onShowPosition} />
        </ChartProvider>
      )}
    </section>
  );
}
