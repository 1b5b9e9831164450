import { Button } from '@mantine/core';
import type { QueryHistoryRow } from '@sluice/contracts';
import { useNavigate } from '@tanstack/react-router';
import { queryClient, reads } from '../http/reads.js';
import { parametersText } from '../parameters/parameters-text.js';
import { CancelButton } from '../results/cancel-button.js';
import { statusLabels } from '../results/run-labels.js';
import { openRun } from '../tabs/tabs.js';
import { formatDuration, formatRows, formatTime } from '../ui/format.js';
import { AnchorLink } from '../ui/links.js';
import { oneLine } from '../ui/one-line.js';
import { showError } from '../ui/show-error.js';

/** A run in the history. */
export function HistoryRow({ row, isAdmin }: { row: QueryHistoryRow; isAdmin: boolean }) {
  const { id, status, queryText, queryName, durationMs, rowCount, connectionName } = row;
  return (
    <>
      <span className="state history-state" data-state={status}>
        {statusLabels[status]}
      </span>
      <div className="grow row-main">
        <AnchorLink
          to="/batches/$batchId"
          params={{ batchId: id }}
          underline="hover"
          className="ellipsis mono row-title"
          title={queryText.slice(0, 2_000)}
        >
          {oneLine(queryText)}
        </AnchorLink>
        <span className="row-note ellipsis">
          {[formatTime(row.startTime), queryName, connectionName ?? 'deleted connection']
            .filter((part) => part !== null)
            .join(' · ')}
          {isAdmin && ` · ${row.userEmail ?? 'deleted user'}`}
          {row.parameters !== null && ` · ${parametersText(row.parameters)}`}
        </span>
      </div>
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
