import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Session } from '@sluice/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, deleteAndReload } from '../http/client.js';
import { queryClient } from '../http/reads.js';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { formatTime } from '../ui/format.js';
import { useAction } from '../ui/use-action.js';

const sessionsRead = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<Session[]>('GET', '/api/sessions', { signal }),
  staleTime: 0,
});

const sessionColumns: TableColumn<Session>[] = [
  { label: 'Browser', cell: (session) => <BrowserCell session={session} /> },
  { label: 'Address', cell: ({ address }) => address },
  { label: 'Signed in', cell: ({ createdAt }) => formatTime(createdAt), isOneLine: true },
  { label: 'Last used', cell: ({ lastUsedAt }) => formatTime(lastUsedAt), isOneLine: true },
];

/** The browsers in which the user is signed in. */
export function Sessions() {
  const sessions = useQuery(sessionsRead);
  const end = useAction((path: string) =>
    deleteAndReload(path, () => queryClient.invalidateQueries({ queryKey: sessionsRead.queryKey })),
  );
  const rows = sessions.data ?? [];
  const endColumn: TableColumn<Session> = {
    label: 'Actions',
    cell: (session) =>
      !session.isCurrent && (
        <Button
          variant="subtle"
          color="red"
          disabled={end.isBusy}
          aria-label={`Sign out ${browserOf(session)}, signed in ${formatTime(session.createdAt)}`}
          onClick={() => void end.run(`/api/sessions/${session.id}`)}
        >
          Sign out
        </Button>
      ),
  };
  return (
    <Stack gap="xs" component="section" aria-label="Sessions">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Sessions
        </Title>
        <Button
          variant="default"
          disabled={end.isBusy || rows.every(({ isCurrent }) => isCurrent)}
          onClick={() => void end.run('/api/sessions')}
        >
          Sign out all others
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Browsers in which you are signed in. Runs continue after their session ends.
      </Text>
      <ErrorAlert error={sessions.error ?? end.error} />
      {sessions.data !== undefined && (
        <DataTable
          label="Sessions"
          rows={rows}
          keyOf={({ id }) => id}
          empty="No sessions"
          columns={[...sessionColumns, endColumn]}
        />
      )}
    </Stack>
  );
}

function BrowserCell({ session }: { session: Session }) {
  return (
    <Group gap={6}>
      <span className="cell-text">{browserOf(session)}</span>
      {session.isCurrent && (
        <Badge color="green" variant="light" tt="none">
          This device
        </Badge>
      )}
    </Group>
  );
}

const browserOf = ({ browser }: Session): string => browser ?? 'Unknown';
