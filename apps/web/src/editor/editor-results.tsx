import type { ConnectionSchema } from '@sluice/contracts';
import { ChartProvider } from '../charts/chart-provider.js';
import type { TextPosition } from '../results/error-position.js';
import { ResultsPane } from '../results/results-pane.js';
import type { WatchedBatch } from '../results/use-batch.js';
import { updateTab, type Tab } from '../tabs/tabs.js';
import { useStoredLook } from '../ui/browser-storage.js';
import { FirstSteps } from './first-steps.js';
import { NoConnection } from './no-connection.js';

interface EditorResultsProps {
  tab: Tab;
  watched: WatchedBatch;
  hasConnections: boolean;
  schema: ConnectionSchema | undefined;
  dialect: string | undefined;
  /** Selects a position in the text. */
  onShowPosition(position: TextPosition): void;
  /** Replaces the text of the editor. */
  onReplaceText(text: string): void;
}

/** The results below the editor; before the first run, how to start. */
export function EditorResults(props: EditorResultsProps) {
  const { tab, watched, hasConnections, schema, dialect, onShowPosition, onReplaceText } = props;
  const [isHidden, setHidden] = useStoredLook('hints-hidden', false);
  return (
    <section className="results" aria-label="Results">
      {tab.batchId !== null || (hasConnections && isHidden) ? (
        <ChartProvider value={tab.chart} onChange={(chart) => updateTab(tab.id, { chart })}>
          <ResultsPane key={tab.batchId} watched={watched} onShowPosition={onShowPosition} />
        </ChartProvider>
      ) : hasConnections ? (
        <FirstSteps
          // An example would replace the text.
          schema={tab.text.trim() === '' ? schema : undefined}
          dialect={dialect}
          onExample={onReplaceText}
          onHide={() => setHidden(true)}
        />
      ) : (
        <NoConnection />
      )}
    </section>
  );
}
