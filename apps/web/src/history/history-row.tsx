import { Badge, Button, Text } from '@mantine/core';
import type { QueryHistoryRow } from '@sluice/contracts';
import { useNavigate } from '@tanstack/react-router';
import { queryClient, reads } from '../http/reads.js';
import { CancelButton } from '../results/cancel-button.js';
import { statusColours, statusLabels } from '../results/run-labels.js';
import { openRun } from '../tabs/tabs.js';
import { formatCount, formatDuration, formatTime } from '../ui/format.js';
import { AnchorLink } from '../ui/links.js';
import { showError } from '../ui/show-error.js';

const MAX_LINE_CHARACTERS = 300;

/** Returns the start of a text as one line. */
export const oneLine = (text: string): string =>
  text
    .slice(0, 4 * MAX_LINE_CHARACTERS)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_LINE_CHARACTERS) || 'Empty';

/** A run in the history. */
export function HistoryRow({ row, isAdmin }: { row: QueryHistoryRow; isAdmin: boolean }) {
  const { id, status, queryText, queryName, durationMs, rowCount, connectionName } = row;
  return (
    <>
      <Badge color={statusColours[status]} variant="light" tt="none" w={96}>
        {statusLabels[status]}
      </Badge>
      <div className="grow">
        <AnchorLink
          to="/batches/$batchId"
          params={{ batchId: id }}
          size="sm"
          display="block"
          className="ellipsis mono"
          title={queryText.slice(0, 2_000)}
        >
          {oneLine(queryText)}
        </AnchorLink>
        <Text size="xs" c="dimmed" className="ellipsis">
          {[formatTime(row.startTime), queryName, connectionName ?? 'deleted connection']
            .filter((part) => part !== null)
            .join(' · ')}
          {isAdmin && ` · ${row.userEmail ?? 'deleted user'}`}
        </Text>
      </div>
      <Text size="xs" className="number" w={80}>
        {durationMs === null ? '' : formatDuration(durationMs)}
      </Text>
      <Text size="xs" className="number" w={110}>
        {rowCount === null ? '' : `${formatCount(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`}
        {row.incomplete === true && ', truncated'}
      </Text>
      {status === 'started' ? (
        <CancelButton batchId={id} isRequested={false} />
      ) : (
        <OpenButton batchId={id} />
      )}
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
