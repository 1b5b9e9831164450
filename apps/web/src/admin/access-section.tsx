import { Button, Switch } from '@mantine/core';
import type { ConnectionAccess } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../http/client.js';
import { queryClient, useApp, useConnections } from '../http/reads.js';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { formatTime } from '../ui/format.js';
import { AccessForm } from './access-form.js';
import { ActionButton } from '../ui/action-buttons.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { adminReads } from './reads.js';
import { Section } from './section.js';

const reload = () => queryClient.invalidateQueries({ queryKey: ['accesses'] });
const isActive = ({ expiryDate }: ConnectionAccess): boolean => new Date(expiryDate) > new Date();

/** Manages who can use which connection. */
export function AccessSection() {
  const [showsExpired, setShowsExpired] = useState(false);
  const accesses = useQuery(adminReads.accesses(showsExpired));
  const [isGranting, setGranting] = useState(false);
  const [revoked, setRevoked] = useState<ConnectionAccess | null>(null);
  const revokeColumn: TableColumn<ConnectionAccess> = {
    label: 'Actions',
    cell: (row) =>
      isActive(row) && (
        <ActionButton
          label="Revoke"
          target={`access ${row.id}`}
          isDestructive
          onClick={() => setRevoked(row)}
        />
      ),
  };
  return (
    <Section
      title="Access"
      about="Who can use which connection. Admins can use all connections."
      read={accesses}
      actions={
        <>
          <Switch
            label="Show expired"
            checked={showsExpired}
            onChange={(event) => setShowsExpired(event.currentTarget.checked)}
          />
          <Button onClick={() => setGranting(true)}>Grant access</Button>
        </>
      }
    >
      {(rows) => (
        <>
          <DataTable
            label="Access"
            rows={rows}
            keyOf={({ id }) => String(id)}
            empty="No access granted. Only admins can use connections."
            columns={[...accessColumns, revokeColumn]}
          />
          {isGranting && <GrantDialog onClose={() => setGranting(false)} />}
          {revoked !== null && (
            <ConfirmDialog
              title="Revoke access?"
              text="Queued batches are not started, and open sessions are closed. Running statements continue."
              action="Revoke"
              onConfirm={async () => {
                await call('PUT', `/api/connection-accesses/${revoked.id}/expire`);
                await reload();
              }}
              onClose={() => setRevoked(null)}
            />
          )}
        </>
      )}
    </Section>
  );
}

function GrantDialog({ onClose }: { onClose(): void }) {
  const connections = useConnections();
  const users = useQuery(adminReads.users);
  const { config } = useApp();
  const tokens = useQuery({ ...adminReads.serviceTokens, enabled: config.showServiceTokensUI });
  if (connections.data === undefined || users.data === undefined) return null;
  return (
    <AccessForm
      connections={connections.data}
      users={users.data}
      tokens={tokens.data ?? []}
      onSaved={reload}
      onClose={onClose}
    />
  );
}

const accessColumns: TableColumn<ConnectionAccess>[] = [
  {
    label: 'User or token',
    cell: ({ userId, userEmail }) => (userId === '__EVERYONE__' ? 'Everyone' : userEmail),
  },
  {
    label: 'Connection',
    cell: ({ connectionId, connectionName }) =>
      connectionId === '__EVERY_CONNECTION__' ? 'All connections' : connectionName,
  },
  { label: 'Granted', cell: ({ createdAt }) => formatTime(createdAt) },
  { label: 'Expires', cell: expiryOf },
];

function expiryOf(row: ConnectionAccess): string {
  if (!isActive(row)) return `Expired ${formatTime(row.expiryDate)}`;
  return row.duration === 0 ? 'Never' : formatTime(row.expiryDate);
}
