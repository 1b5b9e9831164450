import { Badge, Button, Group, Text } from '@mantine/core';
import type { Connection } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../http/client.js';
import { queryClient, reads, useConnections } from '../http/reads.js';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { EnvironmentBadge } from '../ui/environment-badge.js';
import { formatTime } from '../ui/format.js';
import { ActionButton, RowActions } from '../ui/action-buttons.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { ConnectionForm } from './connection-form.js';
import { peopleLabel } from './reach.js';
import { Section } from './section.js';
import { useReach } from './use-reach.js';

const reload = () => queryClient.invalidateQueries({ queryKey: reads.connections.queryKey });

/** Manages the connections. */
export function ConnectionsSection() {
  const connections = useConnections();
  const drivers = useQuery(reads.drivers).data;
  const reach = useReach();
  const [edited, setEdited] = useState<Connection | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Connection | null>(null);
  const driverName = (id: string) => drivers?.find((driver) => driver.id === id)?.name ?? id;
  const columns: TableColumn<Connection>[] = [
    { label: 'Name', cell: (row) => <NameCell connection={row} /> },
    { label: 'Driver', cell: ({ driver }) => driverName(driver) },
    {
      label: 'Who can use it',
      cell: ({ id }) => (reach === undefined ? null : peopleLabel(reach.usersOf(id).length)),
    },
    { label: 'Status', cell: (row) => <StatusCell connection={row} /> },
    { label: 'Changed', cell: ({ updatedAt }) => formatTime(updatedAt) },
    actionsColumn(drivers === undefined, setEdited, setDeleted),
  ];
  return (
    <Section
      title="Connections"
      about="The databases that queries run on. Grant access on the page Access."
      read={connections}
      actions={
        <Button disabled={drivers === undefined} onClick={() => setEdited('new')}>
          Add connection
        </Button>
      }
    >
      {(rows) => (
        <>
          <DataTable
            label="Connections"
            rows={rows}
            keyOf={({ id }) => id}
            empty="No connections. Add one to run queries."
            columns={columns}
          />
          {edited !== null && drivers !== undefined && (
            <ConnectionForm
              connection={edited === 'new' ? null : edited}
              drivers={drivers}
              onSaved={reload}
              onClose={() => setEdited(null)}
            />
          )}
          {deleted && <DeleteConnection connection={deleted} onClose={() => setDeleted(null)} />}
        </>
      )}
    </Section>
  );
}

function actionsColumn(
  isLoading: boolean,
  onEdit: (connection: Connection) => void,
  onDelete: (connection: Connection) => void,
): TableColumn<Connection> {
  return {
    label: 'Actions',
    cell: (row) => (
      <RowActions>
        <ActionButton
          label={row.editable ? 'Edit' : 'View'}
          target={row.name}
          isDisabled={isLoading}
          onClick={() => onEdit(row)}
        />
        {row.editable && (
          <ActionButton
            label="Delete"
            target={row.name}
            isDestructive
            onClick={() => onDelete(row)}
          />
        )}
      </RowActions>
    ),
  };
}

function DeleteConnection(props: { connection: Connection; onClose(): void }) {
  const { id, name } = props.connection;
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text="This deletes its secrets, its access grants and its cached schema. Saved queries and the history stay, but cannot run on it."
      action="Delete"
      onConfirm={async () => {
        await call('DELETE', `/api/connections/${encodeURIComponent(id)}`);
        await reload();
      }}
      onClose={props.onClose}
    />
  );
}

function NameCell({ connection }: { connection: Connection }) {
  const { name, description } = connection;
  return (
    <div className="cell-text">
      <Group gap={6} wrap="nowrap">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <EnvironmentBadge connection={connection} />
      </Group>
      {description !== '' && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )}
    </div>
  );
}

function StatusCell({ connection }: { connection: Connection }) {
  const { pausedUntil, readOnly, editable } = connection;
  return (
    <Group gap={4}>
      {pausedUntil !== null && (
        <Text size="xs" c="var(--mantine-color-orange-text)" fw={600} maw={260}>
          Paused until {formatTime(pausedUntil)}, because its batches crashed workers. Save the
          connection to resume now.
        </Text>
      )}
      {readOnly && (
        <Badge color="gray" variant="light" tt="none">
          Read-only
        </Badge>
      )}
      {!editable && (
        <Badge color="blue" variant="light" tt="none">
          From environment
        </Badge>
      )}
    </Group>
  );
}
