import type { ConnectionSchema } from '@sluice/contracts';
import { Suspense } from 'react';
import type { TextPosition } from '../results/error-position.js';
import type { WatchedBatch } from '../results/use-batch.js';
import type { Tab } from '../tabs/tabs.js';
import { useStoredLook } from '../ui/browser-storage.js';
import { FirstSteps } from './first-steps.js';
import { loadResults } from './load-results.js';
import { NoConnection } from './no-connection.js';
import { lazyPart } from '../ui/lazy-part.js';

const TabResults = lazyPart(loadResults);

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
      {tab.batchId !== null || tab.pins.length > 0 || (hasConnections && isHidden) ? (
        <Suspense fallback={null}>
          <TabResults key={tab.id} tab={tab} watched={watched} onShowPosition={onShowPosition} />
        </Suspense>
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
