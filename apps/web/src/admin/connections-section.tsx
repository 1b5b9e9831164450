import { Badge, Button, Group, Text } from '@mantine/core';
import type { Connection } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.js';
import { queryClient, reads, useConnections } from '../api/queries.js';
import { timeOf } from '../workbench/format.js';
import { Confirmation } from './confirmation.js';
import { ConnectionForm } from './connection-form.js';
import { DataTable } from '../app/data-table.js';
import { Section } from './section.js';

const reload = () => queryClient.invalidateQueries({ queryKey: reads.connections.queryKey });

/** The connections, and the form of one of them. */
export function ConnectionsSection() {
  const connections = useConnections();
  const drivers = useQuery(reads.drivers);
  const [edited, setEdited] = useState<Connection | 'new' | null>(null);
  const [removed, setRemoved] = useState<Connection | null>(null);
  const driverName = (id: string) => drivers.data?.find((driver) => driver.id === id)?.name ?? id;
  return (
    <Section
      title="Connections"
      about="Databases that queries run in. Who may use one is said under Access."
      read={connections}
      actions={
        <Button disabled={drivers.data === undefined} onClick={() => setEdited('new')}>
          Add a connection
        </Button>
      }
    >
      {(rows) => (
        <>
          <DataTable
            label="Connections"
            rows={rows}
            keyOf={({ id }) => id}
            empty="There is no connection yet: add one, then write a query."
            columns={[
              { label: 'Name', cell: (row) => <NameCell connection={row} /> },
              { label: 'Driver', cell: ({ driver }) => driverName(driver) },
              { label: 'State', cell: (row) => <StateCell connection={row} /> },
              { label: 'Changed', cell: ({ updatedAt }) => timeOf(updatedAt) },
              {
                label: 'Actions',
                cell: (row) => (
                  <Group gap={4} wrap="nowrap">
                    <Button
                      variant="default"
                      aria-label={`${row.editable ? 'Change' : 'Look at'} ${row.name}`}
                      disabled={drivers.data === undefined}
                      onClick={() => setEdited(row)}
                    >
                      {row.editable ? 'Change' : 'Look'}
                    </Button>
                    {row.editable && (
                      <Button
                        variant="subtle"
                        color="red"
                        aria-label={`Delete ${row.name}`}
                        onClick={() => setRemoved(row)}
                      >
                        Delete
                      </Button>
                    )}
                  </Group>
                ),
              },
            ]}
          />
          {edited !== null && drivers.data !== undefined && (
            <ConnectionForm
              connection={edited === 'new' ? null : edited}
              drivers={drivers.data}
              onSaved={reload}
              onClose={() => setEdited(null)}
            />
          )}
          {removed !== null && (
            <Confirmation
              title={`Delete ${removed.name}?`}
              text="Its secrets, its access rows and its cached schema go with it. Saved queries and the history stay, but run no more."
              action="Delete"
              onConfirm={async () => {
                await call('DELETE', `/api/connections/${encodeURIComponent(removed.id)}`);
                await reload();
              }}
              onClose={() => setRemoved(null)}
            />
          )}
        </>
      )}
    </Section>
  );
}

function NameCell({ connection: { name, description } }: { connection: Connection }) {
  return (
    <div className="cell-text">
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {description !== '' && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )}
    </div>
  );
}

function StateCell({ connection }: { connection: Connection }) {
  const { pausedUntil, readOnly, editable } = connection;
  return (
    <Group gap={4}>
      {pausedUntil !== null && (
        <Text size="xs" c="var(--mantine-color-orange-text)" fw={600} maw={260}>
          Paused until {timeOf(pausedUntil)}: its batches broke workers. Saving it ends the pause.
        </Text>
      )}
      {readOnly && (
        <Badge color="gray" variant="light" tt="none">
          Read-only
        </Badge>
      )}
      {!editable && (
        <Badge color="blue" variant="light" tt="none">
          From the environment
        </Badge>
      )}
    </Group>
  );
}
