import { Alert, Button, Select, Stack } from '@mantine/core';
import type { Connection, ServiceToken, User } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { call } from '../http/client.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { FormDialog } from '../ui/form-dialog.js';
import { FormFooter } from '../ui/form-footer.js';
import { useAction } from '../ui/use-action.js';
import { LifetimeSelect, NO_EXPIRY } from '../ui/lifetime-select.js';
import { EVERY_CONNECTION, EVERYONE, peopleLabel } from './reach.js';
import { useReach } from './use-reach.js';

interface AccessFormProps {
  connections: Connection[];
  users: User[];
  tokens: ServiceToken[];
  onSaved(): Promise<unknown>;
  onClose(): void;
}

/** Grants a user or a service token access to a connection. */
export function AccessForm({ connections, users, tokens, onSaved, onClose }: AccessFormProps) {
  const [userId, setUserId] = useState<string | null>(null);
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const [duration, setDuration] = useState(NO_EXPIRY);
  const grant = useAction(async () => {
    const body = { userId, connectionId, duration: Number(duration) };
    await call('POST', '/api/connection-accesses', { body });
    await onSaved();
    onClose();
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void grant.run();
  };
  const search = { placeholder: 'Choose', searchable: true, limit: 200 };
  return (
    <FormDialog values={[userId, connectionId, duration]} onClose={onClose} title="Grant access">
      <form onSubmit={submit}>
        <Stack>
          <Select
            {...search}
            label="User or token"
            description="Admins can use every connection without a grant."
            data-autofocus
            openOnFocus={false}
            data={granteeOptions(users, tokens)}
            value={userId}
            error={grant.fieldError('userId')}
            onChange={setUserId}
          />
          <Select
            {...search}
            label="Connection"
            data={connectionOptions(connections)}
            value={connectionId}
            error={grant.fieldError('connectionId')}
            onChange={setConnectionId}
          />
          <LifetimeSelect
            value={duration}
            error={grant.fieldError('duration')}
            onChange={setDuration}
          />
          <AccessResult userId={userId} connectionId={connectionId} connections={connections} />
          <ErrorAlert error={grant.error} />
          <FormFooter>
            <Button
              type="submit"
              loading={grant.isBusy}
              disabled={userId === null || connectionId === null}
            >
              Grant access
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </FormDialog>
  );
}

interface AccessResultProps {
  userId: string | null;
  connectionId: string | null;
  connections: Connection[];
}

/** Says who can use the connection with the new grant. */
function AccessResult({ userId, connectionId, connections }: AccessResultProps) {
  const reach = useReach();
  if (reach === undefined || userId === null || connectionId === null) return null;
  const people = reach.usersOf(connectionId, { userId, connectionId });
  const before = reach.usersOf(connectionId);
  const name =
    connections.find(({ id }) => id === connectionId)?.name ?? 'all connections, also later ones';
  const added = people.length - before.length;
  return (
    <Alert color="blue" variant="light" role="status" title={resultTitle(people.length, name)}>
      {added === 0
        ? 'No additional people get access.'
        : `${peopleLabel(added)} more than now. Admins are included.`}
    </Alert>
  );
}

const resultTitle = (count: number, name: string): string =>
  `${peopleLabel(count)} can use ${name}`;

const granteeOptions = (users: User[], tokens: ServiceToken[]) => [
  { value: EVERYONE, label: 'Everyone' },
  {
    group: 'Users',
    items: users.map(({ id, email, name }) => ({
      value: id,
      label: name === null ? email : `${email} (${name})`,
    })),
  },
  {
    group: 'Service tokens',
    items: tokens.map(({ id, name }) => ({ value: id, label: name })),
  },
];

const connectionOptions = (connections: Connection[]) => [
  { value: EVERY_CONNECTION, label: 'All connections' },
  {
    group: 'Connections',
    items: connections.map(({ id, name }) => ({ value: id, label: name })),
  },
];
