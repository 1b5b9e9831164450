import { Anchor, Badge, Button, Text } from '@mantine/core';
import type { QueryHistoryRow } from '@sluice/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { queryClient, reads } from '../api/queries.js';
import { showError } from '../app/show-error.js';
import { countOf, durationOf, timeOf } from '../workbench/format.js';
import { statusColours, statusWords } from '../workbench/run-words.js';
import { openRun } from '../workbench/runs.js';
import { CancelButton } from '../workbench/cancel-button.js';

const longestLine = 300;

/** A text as one line. */
export const oneLine = (text: string): string =>
  text
    .slice(0, 4 * longestLine)
    .trim()
    .replaceAll(/\s+/g, ' ')
    .slice(0, longestLine) || 'Empty';

/** A run in the history. */
export function HistoryRow({ row, isAdmin }: { row: QueryHistoryRow; isAdmin: boolean }) {
  const { id, status, queryText, queryName, durationMs, rowCount, connectionName } = row;
  const navigate = useNavigate();
  const openInEditor = async (): Promise<void> => {
    try {
      // The history has what was run, which may be a part of the text.
      openRun(await queryClient.query(reads.batch(id)));
      await navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
    } catch (error) {
      showError(error, 'Not opened');
    }
  };
  return (
    <>
      <Badge color={statusColours[status]} variant="light" tt="none" w={96}>
        {statusWords[status]}
      </Badge>
      <div className="grow">
        <Anchor
          component={Link}
          to={`/batches/${id}` as never}
          size="sm"
          display="block"
          className="ellipsis mono"
          title={queryText.slice(0, 2_000)}
        >
          {oneLine(queryText)}
        </Anchor>
        <Text size="xs" c="dimmed" className="ellipsis">
          {[timeOf(row.startTime), queryName, connectionName ?? 'connection deleted']
            .filter((part) => part !== null)
            .join(' · ')}
          {isAdmin && ` · ${row.userEmail ?? 'user deleted'}`}
        </Text>
      </div>
      <Text size="xs" className="number" w={80}>
        {durationMs === null ? '' : durationOf(durationMs)}
      </Text>
      <Text size="xs" className="number" w={110}>
        {rowCount === null ? '' : `${countOf(rowCount)} ${rowCount === 1 ? 'row' : 'rows'}`}
        {row.incomplete === true && ', cut'}
      </Text>
      {status === 'started' ? (
        <CancelButton batchId={id} isAsked={false} />
      ) : (
        <Button variant="default" onClick={() => void openInEditor()}>
          To the editor
        </Button>
      )}
    </>
  );
}
