import { Button } from '@mantine/core';
import type { QueryHistoryRow } from '@sluice/contracts';
import { useNavigate } from '@tanstack/react-router';
import { queryClient, reads, useConnection } from '../http/reads.js';
import { parametersText } from '../parameters/parameters-text.js';
import { CancelButton } from '../results/cancel-button.js';
import { openRun } from '../tabs/tabs.js';
import { formatDuration, formatRows, formatTime } from '../ui/format.js';
import { showError } from '../ui/show-error.js';
import { RunTitle } from './run-title.js';

/** A run in the history. */
export function HistoryRow({ row, isAdmin }: { row: QueryHistoryRow; isAdmin: boolean }) {
  const { id, status, queryText, queryName, durationMs, rowCount, connectionName } = row;
  const connection = useConnection(row.connectionId);
  const notes = [
    formatTime(row.startTime),
    ...(queryName === null ? [] : [queryName]),
    connectionName ?? 'deleted connection',
    ...(isAdmin ? [row.userEmail ?? 'deleted user'] : []),
    ...(row.parameters === null ? [] : [parametersText(row.parameters)]),
  ];
  return (
    <>
      <RunTitle
        batchId={id}
        status={status}
        text={queryText}
        note={notes.join(' · ')}
        connection={connection}
      />
      <span className="number history-time">
        {durationMs === null ? '' : formatDuration(durationMs)}
      </span>
      <span className="number history-rows">
        {rowCount === null ? '' : formatRows(rowCount)}
        {row.incomplete === true && ', truncated'}
      </span>
      <div className="row-end">
        {status === 'started' ? (
          <CancelButton batchId={id} isRequested={false} />
        ) : (
          <OpenButton batchId={id} />
        )}
      </div>
    </>
  );
}

function OpenButton({ batchId }: { batchId: string }) {
  const navigate = useNavigate();
  const open = async (): Promise<void> => {
    try {
      // The history row holds only the executed text, which may be a selection.
      openRun(await queryClient.query(reads.batch(batchId)));
      await navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
    } catch (error) {
      showError(error, 'The run could not be opened');
    }
  };
  return (
    <Button variant="default" onClick={() => void open()}>
      Open in editor
    </Button>
  );
}
