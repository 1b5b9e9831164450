import { Badge, Button, Group, TextInput } from '@mantine/core';
import type { User } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable, type TableColumn } from '../ui/data-table.js';
import { adminReads } from './reads.js';
import { Section } from './section.js';
import { UserActions } from './user-actions.js';
import { UserDialogs, type UserDialog } from './user-dialogs.js';

/** Manages the users. */
export function UsersSection() {
  const users = useQuery(adminReads.users);
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const actionsColumn: TableColumn<User> = {
    label: 'Actions',
    cell: (user) => <UserActions user={user} onOpen={setDialog} />,
  };
  return (
    <Section
      title="Users"
      about="Who can sign in, and their roles."
      read={users}
      actions={
        <>
          <TextInput
            size="xs"
            type="search"
            aria-label="Search users"
            placeholder="Search by name or e-mail"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Button onClick={() => setDialog({ kind: 'form', user: null })}>Add user</Button>
        </>
      }
    >
      {(rows) => (
        <>
          <DataTable
            label="Users"
            rows={matching(rows, search)}
            keyOf={({ id }) => id}
            empty="No matching users"
            columns={[...userColumns, actionsColumn]}
          />
          {dialog !== null && (
            <UserDialogs dialog={dialog} onOpen={setDialog} onClose={() => setDialog(null)} />
          )}
        </>
      )}
    </Section>
  );
}

function matching(users: User[], search: string): User[] {
  const needle = search.trim().toLowerCase();
  return users.filter(({ email, name }) => `${email} ${name ?? ''}`.toLowerCase().includes(needle));
}

const userColumns: TableColumn<User>[] = [
  { label: 'E-mail', cell: ({ email }) => <span className="cell-text">{email}</span> },
  { label: 'Name', cell: ({ name }) => name },
  { label: 'Role', cell: ({ role }) => role },
  { label: 'Status', cell: (user) => <Status user={user} /> },
  { label: 'Created', cell: ({ createdAt }) => formatDay(createdAt), isOneLine: true },
];

/** Without the time, because the row is wide. */
const formatDay = (text: string): string =>
  new Date(text).toLocaleDateString(undefined, { dateStyle: 'medium' });

function Status({ user: { disabled, passwordResetId, origin } }: { user: User }) {
  return (
    <Group gap={4}>
      {disabled === true && (
        <Badge color="red" variant="light" tt="none">
          Disabled
        </Badge>
      )}
      {passwordResetId != null && (
        <Badge color="blue" variant="light" tt="none">
          Password link open
        </Badge>
      )}
      {origin !== undefined && origin !== 'local' && (
        <Badge color="gray" variant="light" tt="none">
          From {origin}
        </Badge>
      )}
    </Group>
  );
}
