import { Alert, Button, Code } from '@mantine/core';
import type { CreatedServiceToken, ServiceToken } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '../http/client.js';
import { queryClient } from '../http/reads.js';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { formatTime } from '../ui/format.js';
import { ActionButton } from '../ui/action-buttons.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { adminReads } from './reads.js';
import { Section } from './section.js';
import { TokenForm } from './token-form.js';
import { CreatedTokenDialog } from '../ui/created-token-dialog.js';

const reload = () => queryClient.invalidateQueries({ queryKey: adminReads.serviceTokens.queryKey });

/** Manages the credentials of programs. */
export function ServiceTokensSection() {
  const tokens = useQuery(adminReads.serviceTokens);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedServiceToken | null>(null);
  const [deleted, setDeleted] = useState<ServiceToken | null>(null);
  if (tokens.error instanceof ApiError && tokens.error.body.code === 'service_tokens_off') {
    return <Disabled />;
  }
  const deleteColumn: TableColumn<ServiceToken> = {
    label: 'Actions',
    cell: (token) => (
      <ActionButton
        label="Delete"
        target={token.name}
        isDestructive
        onClick={() => setDeleted(token)}
      />
    ),
  };
  return (
    <Section
      title="Service tokens"
      about="Programs sign in by sending a service token as Authorization: Bearer."
      read={tokens}
      actions={<Button onClick={() => setCreating(true)}>Create token</Button>}
    >
      {(rows) => (
        <>
          <DataTable
            label="Service tokens"
            rows={rows}
            keyOf={({ id }) => id}
            empty="No service tokens"
            columns={[...tokenColumns, deleteColumn]}
          />
          {isCreating && (
            <TokenForm
              onClose={() => setCreating(false)}
              onCreated={async (token) => {
                setCreating(false);
                setCreated(token);
                await reload();
              }}
            />
          )}
          {created && <CreatedTokenDialog created={created} onClose={() => setCreated(null)} />}
          {deleted && <DeleteToken token={deleted} onClose={() => setDeleted(null)} />}
        </>
      )}
    </Section>
  );
}

function DeleteToken({ token, onClose }: { token: ServiceToken; onClose(): void }) {
  return (
    <ConfirmDialog
      title={`Delete ${token.name}?`}
      text="Requests with this token are rejected within seconds. This cannot be undone."
      action="Delete"
      onConfirm={async () => {
        await call('DELETE', `/api/service-tokens/${token.id}`);
        await reload();
      }}
      onClose={onClose}
    />
  );
}

const tokenColumns: TableColumn<ServiceToken>[] = [
  { label: 'Name', cell: ({ name }) => <span className="cell-text">{name}</span> },
  { label: 'Role', cell: ({ role }) => role },
  { label: 'Token', cell: ({ maskedToken }) => <Code>{maskedToken}</Code> },
  { label: 'Created', cell: ({ createdAt }) => formatTime(createdAt) },
  { label: 'Expires', cell: ({ expiryDate }) => expiryText(expiryDate) },
];

function expiryText(expiryDate: string | null): string {
  if (expiryDate === null) return 'Never';
  const time = formatTime(expiryDate);
  return new Date(expiryDate) > new Date() ? time : `Expired ${time}`;
}

function Disabled() {
  return (
    <Alert color="blue" variant="light" title="Service tokens are disabled">
      Set <Code>SERVICE_SERVICE_TOKEN_SECRET</Code> to at least 32 random characters, different from
      all other secrets, and restart the service.
    </Alert>
  );
}
