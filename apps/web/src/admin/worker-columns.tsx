import { Badge, Code } from '@mantine/core';
import type { RunningBatch, WaitingBatch, WorkerInfo, WorkerPoolInfo } from '@sluice/contracts';
import { queryClient } from '../http/reads.js';
import { cancelBatch } from '../results/cancel-batch.js';
import { waitReasons } from '../results/run-labels.js';
import type { TableColumn } from '../ui/data-table.js';
import { formatCount, formatTime } from '../ui/format.js';
import { AnchorLink } from '../ui/links.js';
import { showError } from '../ui/show-error.js';
import { ActionButton } from '../ui/action-buttons.js';
import { adminReads } from './reads.js';

const states: Record<WorkerInfo['state'], { label: string; color: string }> = {
  ready: { label: 'Ready', color: 'green' },
  paused: { label: 'Paused: result storage is full', color: 'orange' },
  stopping: { label: 'Stopping: claims no batches', color: 'gray' },
};

/** The columns of the workers. */
export const workerColumns: TableColumn<WorkerInfo>[] = [
  { label: 'Host', cell: ({ hostname }) => hostname },
  { label: 'PID', cell: ({ pid }) => pid },
  {
    label: 'State',
    cell: ({ state }) => (
      <Badge color={states[state].color} variant="light" tt="none">
        {states[state].label}
      </Badge>
    ),
  },
  { label: 'Slots', cell: ({ running, slots }) => `${running} of ${Math.max(slots, running)}` },
  { label: 'Pools', cell: ({ pools }) => pools.join(', ') },
  { label: 'Started', cell: ({ startedAt }) => formatTime(startedAt) },
];

/** The columns of the worker pools. */
export const poolColumns: TableColumn<WorkerPoolInfo>[] = [
  { label: 'Pool', cell: ({ name }) => name },
  { label: 'Workers', cell: ({ workers }) => <WorkerCount count={workers} /> },
  { label: 'Connections', cell: ({ connections }) => formatCount(connections) },
  { label: 'Running', cell: ({ running }) => formatCount(running) },
  { label: 'Queued', cell: ({ waiting }) => formatCount(waiting) },
];

function WorkerCount({ count }: { count: number }) {
  if (count > 0) return formatCount(count);
  return (
    <Badge color="red" variant="light" tt="none">
      None
    </Badge>
  );
}

/** The columns that running and queued batches share. */
export const batchColumns: TableColumn<RunningBatch | WaitingBatch>[] = [
  { label: 'User', cell: ({ userEmail }) => userEmail ?? 'Deleted' },
  { label: 'Connection', cell: ({ connectionName }) => connectionName ?? 'Deleted' },
  {
    label: 'Query',
    cell: ({ id, queryName, queryText }) => (
      <div className="cell-text">
        <AnchorLink to="/batches/$batchId" params={{ batchId: id }} size="sm">
          {queryName ?? 'Untitled'}
        </AnchorLink>
        <Code block mah={60} style={{ overflow: 'hidden' }}>
          {queryText}
        </Code>
      </div>
    ),
  },
];

/** The column with the button that cancels a batch. */
export const cancelColumn: TableColumn<RunningBatch | WaitingBatch> = {
  label: 'Actions',
  cell: ({ id, cancelRequestedAt, userEmail }) => (
    <ActionButton
      label={cancelRequestedAt === null ? 'Cancel' : 'Cancelling …'}
      target={`batch of ${userEmail ?? 'a deleted user'}`}
      isDestructive
      isDisabled={cancelRequestedAt !== null}
      onClick={() => void cancelAndReload(id)}
    />
  ),
};

async function cancelAndReload(id: string): Promise<void> {
  try {
    await cancelBatch(id);
  } catch (error) {
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: adminReads.workers.queryKey });
}

/** Returns why a batch waits, as a sentence. */
export function waitReasonText(reason: WaitingBatch['waitReason']): string {
  if (reason === null) return 'Starting';
  const text = waitReasons[reason];
  return text.charAt(0).toUpperCase() + text.slice(1);
}
