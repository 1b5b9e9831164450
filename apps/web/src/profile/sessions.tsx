import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Session } from '@sluice/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { DataTable } from '../app/data-table.js';
import { call } from '../api/client.js';
import { queryClient } from '../api/queries.js';
import { ErrorAlert } from '../app/error-alert.js';
import { useAction } from '../app/use-action.js';
import { timeOf } from '../workbench/format.js';

const read = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<Session[]>('GET', '/api/sessions', { signal }),
  staleTime: 0,
});

/** Where somebody is signed in, and the end of it. */
export function Sessions() {
  const sessions = useQuery(read);
  const end = useAction(async (path: string) => {
    // Also when it did not work: it may have ended elsewhere.
    await call('DELETE', path).finally(() =>
      queryClient.invalidateQueries({ queryKey: read.queryKey }),
    );
  });
  const rows = sessions.data ?? [];
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
          End all others
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Browsers in which you are signed in. What runs goes on when its session ends.
      </Text>
      <ErrorAlert error={sessions.error ?? end.error} />
      {sessions.data !== undefined && (
        <DataTable
          label="Sessions"
          rows={rows}
          keyOf={({ id }) => id}
          empty="You are signed in without a session."
          columns={[
            { label: 'Browser', cell: (session) => <BrowserCell session={session} /> },
            { label: 'Address', cell: ({ address }) => address },
            { label: 'Signed in', cell: ({ createdAt }) => timeOf(createdAt), isOneLine: true },
            { label: 'Last used', cell: ({ lastUsedAt }) => timeOf(lastUsedAt), isOneLine: true },
            {
              label: 'Actions',
              cell: (session) =>
                !session.isCurrent && (
                  <Button
                    variant="subtle"
                    color="red"
                    disabled={end.isBusy}
                    aria-label={`End ${browserOf(session)}, signed in ${timeOf(session.createdAt)}`}
                    onClick={() => void end.run(`/api/sessions/${session.id}`)}
                  >
                    End
                  </Button>
                ),
            },
          ]}
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
