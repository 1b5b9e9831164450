import { Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { User } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, mountPath } from '../api/client.js';
import { queryClient, useApp, useCurrentUser } from '../api/queries.js';
import { FormFooter } from '../app/form-footer.js';
import { showError } from '../app/show-error.js';
import { Confirmation } from './confirmation.js';
import { CopyLine } from './copy-line.js';
import { DataTable } from '../app/data-table.js';
import { adminReads } from './reads.js';
import { Section } from './section.js';
import { UserForm } from './user-form.js';

const reload = () => queryClient.invalidateQueries({ queryKey: adminReads.users.queryKey });
const change = async (user: User, body: object): Promise<User> => {
  const changed = await call<User>('PUT', `/api/users/${user.id}`, { body });
  await reload();
  return changed;
};

/** What is asked or shown beside the list. */
type Dialog =
  | { kind: 'form'; user: User | null }
  | { kind: 'link' | 'sessions' | 'disable' | 'delete'; user: User };

/** Who may sign in, and as what. */
export function UsersSection() {
  const users = useQuery(adminReads.users);
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  return (
    <Section
      title="Users"
      about="Who may sign in, and as what."
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
          <Button onClick={() => setDialog({ kind: 'form', user: null })}>Add a user</Button>
        </>
      }
    >
      {(rows) => (
        <>
          <DataTable
            label="Users"
            rows={found(rows, search)}
            keyOf={({ id }) => id}
            empty="Nobody is called so."
            columns={[
              { label: 'E-mail', cell: ({ email }) => <span className="cell-text">{email}</span> },
              { label: 'Name', cell: ({ name }) => name },
              { label: 'Role', cell: ({ role }) => role },
              { label: 'State', cell: (user) => <State user={user} /> },
              { label: 'Since', cell: ({ createdAt }) => dayOf(createdAt), isOneLine: true },
              { label: 'Actions', cell: (user) => <Actions user={user} onAsk={setDialog} /> },
            ]}
          />
          {dialog !== null && <Dialogs dialog={dialog} onShow={setDialog} onClose={close} />}
        </>
      )}
    </Section>
  );
}

function found(users: User[], search: string): User[] {
  const wanted = search.trim().toLowerCase();
  return users.filter(({ email, name }) => `${email} ${name ?? ''}`.toLowerCase().includes(wanted));
}

/** The row has more to show than the minute. */
const dayOf = (text: string): string =>
  new Date(text).toLocaleDateString(undefined, { dateStyle: 'medium' });

function State({ user: { disabled, passwordResetId, origin } }: { user: User }) {
  return (
    <Group gap={4}>
      {disabled === true && (
        <Badge color="red" variant="light" tt="none">
          Disabled
        </Badge>
      )}
      {passwordResetId != null && (
        <Badge color="blue" variant="light" tt="none">
          Has an open link
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

function Actions({ user, onAsk }: { user: User; onAsk(dialog: Dialog): void }) {
  const current = useCurrentUser();
  if (user.id === current.id) {
    return (
      <Text size="sm" c="dimmed">
        You: see Profile
      </Text>
    );
  }
  const makeLink = async (): Promise<void> => {
    onAsk({ kind: 'link', user: await change(user, { passwordResetId: 'new' }) });
  };
  const label = (action: string) => ({ 'aria-label': `${action} ${user.email}` });
  return (
    <Group gap={4} wrap="nowrap">
      <Button variant="default" {...label('Change')} onClick={() => onAsk({ kind: 'form', user })}>
        Change
      </Button>
      {user.origin === 'local' && (
        <Button
          variant="default"
          {...label('Password link of')}
          onClick={() => {
            if (user.passwordResetId != null) onAsk({ kind: 'link', user });
            else makeLink().catch(showError);
          }}
        >
          Password link
        </Button>
      )}
      <Button
        variant="default"
        {...label('End sessions of')}
        onClick={() => onAsk({ kind: 'sessions', user })}
      >
        End sessions
      </Button>
      {user.disabled === true ? (
        <Button
          variant="default"
          {...label('Enable')}
          onClick={() => void change(user, { disabled: false }).catch(showError)}
        >
          Enable
        </Button>
      ) : (
        <Button
          variant="subtle"
          color="red"
          {...label('Disable')}
          onClick={() => onAsk({ kind: 'disable', user })}
        >
          Disable
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        {...label('Delete')}
        onClick={() => onAsk({ kind: 'delete', user })}
      >
        Delete
      </Button>
    </Group>
  );
}

interface DialogsProps {
  dialog: Dialog;
  onShow(dialog: Dialog): void;
  onClose(): void;
}

function Dialogs({ dialog, onShow, onClose }: DialogsProps) {
  const { config } = useApp();
  if (dialog.kind === 'form') {
    return (
      <UserForm
        user={dialog.user}
        hasDirectory={config.ldapConfigured || config.ldapRolesConfigured}
        onClose={onClose}
        onSaved={async (saved) => {
          await reload();
          if (dialog.user === null && saved.passwordResetId != null) {
            onShow({ kind: 'link', user: saved });
          }
        }}
      />
    );
  }
  const { user } = dialog;
  if (dialog.kind === 'link') return <PasswordLink user={user} onShow={onShow} onClose={onClose} />;
  if (dialog.kind === 'sessions') {
    return (
      <Confirmation
        title={`End all sessions of ${user.email}?`}
        text="They are signed out in every browser. What they run goes on, and they can sign in again."
        action="End all sessions"
        onConfirm={() => call('DELETE', `/api/users/${user.id}/sessions`)}
        onClose={onClose}
      />
    );
  }
  if (dialog.kind === 'disable') {
    return (
      <Confirmation
        title={`Disable ${user.email}?`}
        text="They are signed out, what they run is cancelled, and they cannot sign in until they are enabled again."
        action="Disable"
        onConfirm={() => change(user, { disabled: true })}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirmation
      title={`Delete ${user.email}?`}
      text="Their access goes with them, what they run is cancelled. Their saved queries stay with those who may read them."
      action="Delete"
      onConfirm={async () => {
        await call('DELETE', `/api/users/${user.id}`);
        await reload();
      }}
      onClose={onClose}
    />
  );
}

interface PasswordLinkProps {
  user: User;
  onShow(dialog: Dialog): void;
  onClose(): void;
}

function PasswordLink({ user, onShow, onClose }: PasswordLinkProps) {
  const { config } = useApp();
  const origin =
    config.publicUrl === '' ? window.location.origin : new URL(config.publicUrl).origin;
  const link = `${origin}${mountPath}/password-reset/${user.passwordResetId ?? ''}`;
  const renew = async (): Promise<void> => {
    onShow({ kind: 'link', user: await change(user, { passwordResetId: 'new' }) });
  };
  const remove = async (): Promise<void> => {
    await change(user, { passwordResetId: null });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={`Password link of ${user.email}`}>
      <Stack>
        <Text size="sm">
          Whoever opens it with this e-mail address chooses the password, once. Send it to them by a
          way that nobody else reads. An invitation is good for 7 days, a new password for one.
        </Text>
        <CopyLine label="Link" value={link} />
        <FormFooter>
          <Button variant="subtle" color="red" onClick={() => void remove().catch(showError)}>
            Take it back
          </Button>
          <Button variant="default" onClick={() => void renew().catch(showError)}>
            Make a new one
          </Button>
          <Button onClick={onClose}>Done</Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}
