import { Badge, Code, Group } from '@mantine/core';
import type { PersonalToken } from '@sluice/contracts';
import { useState } from 'react';
import { deleteAndReload } from '../http/client.js';
import { ActionButton } from '../ui/action-buttons.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { formatCount, formatTime } from '../ui/format.js';
import { reloadTokens } from './reads.js';

interface TokenTableProps {
  rows: PersonalToken[];
  /** Shows the users of the tokens. */
  hasUsers: boolean;
}

/** Personal tokens with their limits and last use. */
export function TokenTable({ rows, hasUsers }: TokenTableProps) {
  const [deleted, setDeleted] = useState<PersonalToken | null>(null);
  const deleteColumn: TableColumn<PersonalToken> = {
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
    <>
      <DataTable
        label="Personal tokens"
        rows={rows}
        keyOf={({ id }) => id}
        empty="No personal tokens"
        columns={[...(hasUsers ? [userColumn] : []), ...columns, deleteColumn]}
      />
      {deleted && <DeleteToken token={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function DeleteToken({ token, onClose }: { token: PersonalToken; onClose(): void }) {
  return (
    <ConfirmDialog
      title={`Delete ${token.name}?`}
      text="Requests with this token are rejected within a second, and its runs are cancelled. This cannot be undone."
      action="Delete"
      onConfirm={() => deleteAndReload(`/api/tokens/${token.id}`, reloadTokens)}
      onClose={onClose}
    />
  );
}

const userColumn: TableColumn<PersonalToken> = {
  label: 'User',
  cell: ({ userEmail }) => <span className="cell-text">{userEmail}</span>,
};

const columns: TableColumn<PersonalToken>[] = [
  { label: 'Name', cell: ({ name }) => <span className="cell-text">{name}</span> },
  { label: 'Token', cell: ({ maskedToken }) => <Code>{maskedToken}</Code>, isOneLine: true },
  { label: 'Permissions', cell: (token) => <Permissions token={token} /> },
  { label: 'Expires', cell: ({ expiresAt }) => expiryText(expiresAt) },
  { label: 'Last used', cell: (token) => lastUse(token) },
];

function Permissions({ token }: { token: PersonalToken }) {
  return (
    <Group gap={4}>
      {[...token.scopes, ...limitsOf(token)].map((text) => (
        <Badge key={text} variant="light" color="gray" tt="none">
          {text}
        </Badge>
      ))}
    </Group>
  );
}

/** Returns the limits of a token as short texts. */
function limitsOf({ readOnly, connectionIds, maxConcurrency, maxRows }: PersonalToken): string[] {
  const connections = connectionIds?.length;
  return [
    ...(readOnly ? ['read-only'] : []),
    ...(connections === undefined ? [] : [counted(connections, 'connection')]),
    ...(maxConcurrency === null ? [] : [`${counted(maxConcurrency, 'run')} at once`]),
    ...(maxRows === null ? [] : [`at most ${counted(maxRows, 'row')}`]),
  ];
}

const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

function expiryText(expiresAt: string | null): string {
  if (expiresAt === null) return 'Never';
  const time = formatTime(expiresAt);
  return new Date(expiresAt) > new Date() ? time : `Expired ${time}`;
}

const lastUse = ({ lastUsedAt, lastUsedAddress }: PersonalToken): string =>
  lastUsedAt === null ? 'Never' : `${formatTime(lastUsedAt)} from ${lastUsedAddress ?? 'unknown'}`;
