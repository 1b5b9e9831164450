import './results.css';
import type { Batch, Statement } from '@sluice/contracts';
import { useState } from 'react';
import { EmptyState } from '../ui/empty-state.js';
import { keyNames } from '../ui/key-names.js';
import { Keys } from '../ui/keys.js';
import type { TextPosition } from './error-position.js';
import { isOutdated, type EditorText } from './outdated.js';
import { RunStatus } from './run-status.js';
import { RunUnavailable } from './run-unavailable.js';
import { StatementTabs, wasSent } from './statement-tabs.js';
import { StatementView } from './statement-view.js';
import type { WatchedBatch } from './use-batch.js';

interface ResultsPaneProps {
  watched: WatchedBatch;
  /** The SQL and the connection of the tab: results of another text are marked. */
  editorText?: EditorText;
  /** Selects a position in the text; without it the position is plain text. */
  onShowPosition?(position: TextPosition): void;
}

/** The results of a run: its status, its statements, and the result of one statement. */
export function ResultsPane({ watched, editorText, onShowPosition }: ResultsPaneProps) {
  const { batch, error, isOffline } = watched;
  const [chosen, setChosen] = useState<string | null>(null);
  if (batch === undefined) {
    if (error !== null) return <RunUnavailable error={error} />;
    return <EmptyResults />;
  }
  const statement = batch.statements.find(({ id }) => id === chosen) ?? initialStatement(batch);
  const status = (
    <RunStatus
      batch={batch}
      isOffline={isOffline}
      isOutdated={editorText !== undefined && isOutdated(batch, editorText)}
    />
  );
  return (
    <div className="column fill">
      {batch.statements.length > 1 && (
        <StatementTabs batch={batch} chosenId={statement?.id} onChoose={setChosen} />
      )}
      <div className="grow">
        {statement ? (
          <StatementView
            batch={batch}
            statement={statement}
            status={status}
            onShowPosition={onShowPosition}
          />
        ) : (
          <div className="bar result-bar">{status}</div>
        )}
      </div>
    </div>
  );
}

/** Returns the statement to show first: the failed or cancelled one, else the last one with rows. */
function initialStatement({ statements }: Batch): Statement | undefined {
  return (
    statements.find(({ status }) => status === 'error') ??
    statements.find((statement) => statement.status === 'cancelled' && wasSent(statement)) ??
    statements.findLast(({ columns }) => columns !== null) ??
    statements.find(({ status }) => status === 'started') ??
    statements.at(-1)
  );
}

function EmptyResults() {
  const { mod } = keyNames();
  return (
    <EmptyState title="No results yet">
      <p>
        <Keys keys={`${mod} + Enter`} /> runs the query or the selection.
      </p>
      <p>
        <Keys keys={`${mod} + Shift + Enter`} /> runs the statement at the cursor.
      </p>
      <p>
        <Keys keys="?" /> outside the editor shows all shortcuts.
      </p>
    </EmptyState>
  );
}
