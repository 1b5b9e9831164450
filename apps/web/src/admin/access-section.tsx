import { Button, Switch } from '@mantine/core';
import type { ConnectionAccess } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.js';
import { queryClient, useApp, useConnections } from '../api/queries.js';
import { timeOf } from '../workbench/format.js';
import { AccessForm } from './access-form.js';
import { Confirmation } from './confirmation.js';
import { DataTable } from '../app/data-table.js';
import { adminReads } from './reads.js';
import { Section } from './section.js';

const reload = () => queryClient.invalidateQueries({ queryKey: ['accesses'] });
const isActive = ({ expiryDate }: ConnectionAccess): boolean => new Date(expiryDate) > new Date();

/** Who may use which connection. */
export function AccessSection() {
  const [showsAll, setShowsAll] = useState(false);
  const accesses = useQuery(adminReads.accesses(showsAll));
  const connections = useConnections();
  const users = useQuery(adminReads.users);
  const { config } = useApp();
  const tokens = useQuery({ ...adminReads.serviceTokens, enabled: config.showServiceTokensUI });
  const [isGiving, setGiving] = useState(false);
  const [expired, setExpired] = useState<ConnectionAccess | null>(null);
  return (
    <Section
      title="Access"
      about="Who may use which connection. Admins use all of them."
      read={accesses}
      actions={
        <>
          <Switch
            label="Also those that have expired"
            checked={showsAll}
            onChange={(event) => setShowsAll(event.currentTarget.checked)}
          />
          <Button
            disabled={connections.data === undefined || users.data === undefined}
            onClick={() => setGiving(true)}
          >
            Give access
          </Button>
        </>
      }
    >
      {(rows) => (
        <>
          <DataTable
            label="Access"
            rows={rows}
            keyOf={({ id }) => String(id)}
            empty="Nobody but admins may use a connection."
            columns={[
              {
                label: 'Who',
                cell: ({ userId, userEmail }) =>
                  userId === '__EVERYONE__' ? 'Everyone' : userEmail,
              },
              {
                label: 'Connection',
                cell: ({ connectionId, connectionName }) =>
                  connectionId === '__EVERY_CONNECTION__' ? 'Every connection' : connectionName,
              },
              { label: 'Since', cell: ({ createdAt }) => timeOf(createdAt) },
              { label: 'Until', cell: untilOf },
              {
                label: 'Actions',
                cell: (row) =>
                  isActive(row) && (
                    <Button
                      variant="subtle"
                      color="red"
                      aria-label={`End access ${row.id}`}
                      onClick={() => setExpired(row)}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
          {isGiving && connections.data !== undefined && users.data !== undefined && (
            <AccessForm
              connections={connections.data}
              users={users.data}
              tokens={tokens.data ?? []}
              onSaved={reload}
              onClose={() => setGiving(false)}
            />
          )}
          {expired !== null && (
            <Confirmation
              title="End this access?"
              text="It counts at the next request: batches that wait are not started, and open sessions are closed. What runs goes on to its end."
              action="End it"
              onConfirm={async () => {
                await call('PUT', `/api/connection-accesses/${expired.id}/expire`);
                await reload();
              }}
              onClose={() => setExpired(null)}
            />
          )}
        </>
      )}
    </Section>
  );
}

function untilOf(row: ConnectionAccess): string {
  if (!isActive(row)) return `Ended ${timeOf(row.expiryDate)}`;
  return row.duration === 0 ? 'For good' : timeOf(row.expiryDate);
}
