import { Alert, Anchor, Badge, Button, Code, Stack, Text, Title } from '@mantine/core';
import type {
  RunningBatch,
  WaitingBatch,
  WorkerInfo,
  WorkerPoolInfo,
  Workers,
} from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryClient } from '../api/queries.js';
import { showError } from '../app/show-error.js';
import { countOf, durationOf, timeOf } from '../workbench/format.js';
import { cancel } from '../workbench/runs.js';
import { DataTable, type TableColumn } from '../app/data-table.js';
import { adminReads } from './reads.js';
import { Section } from './section.js';

const refreshMs = 2_000;

/** Who works, on what, and what waits for them. */
export function WorkersSection() {
  const workers = useQuery({ ...adminReads.workers, refetchInterval: refreshMs });
  return (
    <Section
      title="Workers and queue"
      about="Who works, on what, and what waits and why; as of two seconds ago at most."
      read={workers}
    >
      {(state) => <Overview state={state} nowMs={workers.dataUpdatedAt} />}
    </Section>
  );
}

function Overview({ state, nowMs }: { state: Workers; nowMs: number }) {
  const { workers, pools, running, runningCount, waiting, waitingCount } = state;
  const names = new Map(workers.map(({ id, hostname, pid }) => [id, `${hostname}, ${pid}`]));
  const since = (text: string): string => durationOf(Math.max(0, nowMs - Date.parse(text)));
  return (
    <Stack>
      {workers.length === 0 && (
        <Alert color="red" variant="light" title="No worker lives">
          Batches wait until one is started.
        </Alert>
      )}
      <Part title={`Workers (${countOf(workers.length)})`}>
        <DataTable
          label="Workers"
          rows={workers}
          keyOf={({ id }) => id}
          empty="None"
          columns={workerColumns}
        />
      </Part>
      <Part title={`Pools (${countOf(pools.length)})`}>
        <DataTable
          label="Pools"
          rows={pools}
          keyOf={({ name }) => name}
          empty="None"
          columns={poolColumns}
        />
      </Part>
      <Part title={`Running (${countOf(runningCount)})`}>
        <DataTable<RunningBatch>
          label="Running"
          rows={running}
          keyOf={({ id }) => id}
          empty="Nothing runs."
          columns={[
            ...headColumns,
            { label: 'Worker', cell: ({ workerId }) => names.get(workerId) ?? 'Lost' },
            { label: 'For', cell: ({ claimedAt }) => since(claimedAt) },
            cancelColumn,
          ]}
        />
        <Rest listed={running.length} count={runningCount} />
      </Part>
      <Part title={`Waiting (${countOf(waitingCount)})`}>
        <DataTable<WaitingBatch>
          label="Waiting"
          rows={waiting}
          keyOf={({ id }) => id}
          empty="Nothing waits."
          columns={[
            { label: 'Place', cell: ({ queuePosition }) => countOf(queuePosition) },
            ...headColumns,
            { label: 'Why', cell: ({ waitReason }) => reasonOf(waitReason) },
            { label: 'For', cell: ({ startTime }) => since(startTime) },
            cancelColumn,
          ]}
        />
        <Rest listed={waiting.length} count={waitingCount} />
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Rest({ listed, count }: { listed: number; count: number }) {
  if (count <= listed) return null;
  return (
    <Text size="sm" c="dimmed">
      The first {countOf(listed)} of {countOf(count)} are listed.
    </Text>
  );
}

const states: Record<WorkerInfo['state'], { label: string; color: string }> = {
  ready: { label: 'Ready', color: 'green' },
  paused: { label: 'Paused: no room for results', color: 'orange' },
  stopping: { label: 'Stopping: begins nothing more', color: 'gray' },
};

const workerColumns: TableColumn<WorkerInfo>[] = [
  { label: 'Host', cell: ({ hostname }) => hostname },
  { label: 'Process', cell: ({ pid }) => pid },
  {
    label: 'State',
    cell: ({ state }) => (
      <Badge color={states[state].color} variant="light" tt="none">
        {states[state].label}
      </Badge>
    ),
  },
  { label: 'Runs', cell: ({ running, slots }) => `${running} of ${Math.max(slots, running)}` },
  { label: 'Pools', cell: ({ pools }) => pools.join(', ') },
  { label: 'Since', cell: ({ startedAt }) => timeOf(startedAt) },
];

const poolColumns: TableColumn<WorkerPoolInfo>[] = [
  { label: 'Pool', cell: ({ name }) => name },
  {
    label: 'Workers',
    cell: ({ workers }) =>
      workers > 0 ? (
        countOf(workers)
      ) : (
        <Badge color="red" variant="light" tt="none">
          None
        </Badge>
      ),
  },
  { label: 'Connections', cell: ({ connections }) => countOf(connections) },
  { label: 'Running', cell: ({ running }) => countOf(running) },
  { label: 'Waiting', cell: ({ waiting }) => countOf(waiting) },
];

const headColumns: TableColumn<RunningBatch | WaitingBatch>[] = [
  { label: 'User', cell: ({ userEmail }) => userEmail ?? 'Deleted' },
  { label: 'Connection', cell: ({ connectionName }) => connectionName ?? 'Deleted' },
  {
    label: 'Query',
    cell: ({ id, queryName, queryText }) => (
      <div className="cell-text">
        <Anchor component={Link} to={`/batches/${id}`} size="sm">
          {queryName ?? 'Without a name'}
        </Anchor>
        <Code block mah={60} style={{ overflow: 'hidden' }}>
          {queryText}
        </Code>
      </div>
    ),
  },
];

const cancelColumn: TableColumn<RunningBatch | WaitingBatch> = {
  label: 'Actions',
  cell: ({ id, cancelRequestedAt, userEmail }) => (
    <Button
      variant="subtle"
      color="red"
      disabled={cancelRequestedAt !== null}
      aria-label={`Cancel the batch of ${userEmail ?? 'a deleted user'}`}
      onClick={() => void cancelBatch(id)}
    >
      {cancelRequestedAt === null ? 'Cancel' : 'Cancelling …'}
    </Button>
  ),
};

async function cancelBatch(id: string): Promise<void> {
  try {
    await cancel(id);
  } catch (error) {
    showError(error);
  }
  await queryClient.invalidateQueries({ queryKey: adminReads.workers.queryKey });
}

const reasons: Record<NonNullable<WaitingBatch['waitReason']>, string> = {
  no_worker: 'No worker lives',
  no_pool_worker: 'No worker of its pool lives',
  storage_full: 'The workers have no room for results',
  workers_busy: 'All workers are busy',
  target_full: 'Its database accepts no more connections at present',
  connection_limit: 'Its connection runs as much as it may',
  user_limit: 'Its user runs as much as they may',
  tenant_limit: 'Its tenant runs as much as it may',
  client_busy: 'Its session runs something else',
};

const reasonOf = (reason: WaitingBatch['waitReason']): string =>
  reason === null ? 'About to run' : reasons[reason];
