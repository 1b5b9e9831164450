import { Alert, Stack, Text, Title } from '@mantine/core';
import type { RunningBatch, WaitingBatch, Workers } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { formatCount, formatDuration } from '../ui/format.js';
import { adminReads } from './reads.js';
import { Section } from './section.js';
import {
  batchColumns,
  cancelColumn,
  poolColumns,
  waitReasonText,
  workerColumns,
} from './worker-columns.js';

const REFRESH_MS = 2_000;

/** Shows the workers, the running batches and the queue. */
export function WorkersSection() {
  const workers = useQuery({ ...adminReads.workers, refetchInterval: REFRESH_MS });
  return (
    <Section
      title="Workers and queue"
      about="Workers, running batches and queued batches. Refreshes every 2 seconds."
      read={workers}
    >
      {(state) => <Overview state={state} nowMs={workers.dataUpdatedAt} />}
    </Section>
  );
}

function Overview({ state, nowMs }: { state: Workers; nowMs: number }) {
  const { workers, pools, running, runningCount, waiting, waitingCount } = state;
  return (
    <Stack>
      {workers.length === 0 && (
        <Alert color="red" variant="light" title="No workers online">
          Batches stay queued until a worker starts.
        </Alert>
      )}
      <Part title={`Workers (${formatCount(workers.length)})`}>
        <DataTable
          label="Workers"
          rows={workers}
          keyOf={({ id }) => id}
          empty="No workers"
          columns={workerColumns}
        />
      </Part>
      <Part title={`Pools (${formatCount(pools.length)})`}>
        <DataTable
          label="Pools"
          rows={pools}
          keyOf={({ name }) => name}
          empty="No pools"
          columns={poolColumns}
        />
      </Part>
      <Part title={`Running (${formatCount(runningCount)})`}>
        <DataTable<RunningBatch>
          label="Running"
          rows={running}
          keyOf={({ id }) => id}
          empty="No running batches"
          columns={runningColumns(state, nowMs)}
        />
        <TruncationNote listed={running.length} count={runningCount} />
      </Part>
      <Part title={`Queued (${formatCount(waitingCount)})`}>
        <DataTable<WaitingBatch>
          label="Queued"
          rows={waiting}
          keyOf={({ id }) => id}
          empty="No queued batches"
          columns={queuedColumns(nowMs)}
        />
        <TruncationNote listed={waiting.length} count={waitingCount} />
      </Part>
    </Stack>
  );
}

const since = (nowMs: number, start: string): string =>
  formatDuration(Math.max(0, nowMs - Date.parse(start)));

function runningColumns({ workers }: Workers, nowMs: number): TableColumn<RunningBatch>[] {
  const names = new Map(workers.map(({ id, hostname, pid }) => [id, `${hostname}, ${pid}`]));
  return [
    ...batchColumns,
    { label: 'Worker', cell: ({ workerId }) => names.get(workerId) ?? 'Lost' },
    { label: 'Duration', cell: ({ claimedAt }) => since(nowMs, claimedAt) },
    cancelColumn,
  ];
}

const queuedColumns = (nowMs: number): TableColumn<WaitingBatch>[] => [
  { label: 'Position', cell: ({ queuePosition }) => formatCount(queuePosition) },
  ...batchColumns,
  { label: 'Reason', cell: ({ waitReason }) => waitReasonText(waitReason) },
  { label: 'Duration', cell: ({ startTime }) => since(nowMs, startTime) },
  cancelColumn,
];

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </section>
  );
}

function TruncationNote({ listed, count }: { listed: number; count: number }) {
  if (count <= listed) return null;
  return (
    <Text size="sm" c="dimmed">
      Shows the first {formatCount(listed)} of {formatCount(count)}.
    </Text>
  );
}
