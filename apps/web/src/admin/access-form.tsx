import { Button, Modal, Select, Stack } from '@mantine/core';
import type { Connection, ServiceToken, User } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { call } from '../api/client.js';
import { ErrorAlert } from '../app/error-alert.js';
import { FormFooter } from '../app/form-footer.js';
import { useAction } from '../app/use-action.js';
import { durationOptions } from './durations.js';

interface AccessFormProps {
  connections: Connection[];
  users: User[];
  tokens: ServiceToken[];
  onSaved(): Promise<unknown>;
  onClose(): void;
}

/** Lets somebody use a connection. */
export function AccessForm({ connections, users, tokens, onSaved, onClose }: AccessFormProps) {
  const [userId, setUserId] = useState<string | null>(null);
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const [duration, setDuration] = useState('0');
  const give = useAction(async () => {
    const body = { userId, connectionId, duration: Number(duration) };
    await call('POST', '/api/connection-accesses', { body });
    await onSaved();
    onClose();
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void give.run();
  };
  return (
    <Modal opened onClose={onClose} title="Give access">
      <form onSubmit={submit}>
        <Stack>
          <Select
            label="Who"
            description="Admins use every connection without it."
            placeholder="Choose"
            searchable
            limit={200}
            data-autofocus
            data={[
              { value: '__EVERYONE__', label: 'Everyone' },
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
            ]}
            value={userId}
            error={give.fieldError('userId')}
            onChange={setUserId}
          />
          <Select
            label="Connection"
            placeholder="Choose"
            searchable
            limit={200}
            data={[
              { value: '__EVERY_CONNECTION__', label: 'Every connection' },
              {
                group: 'Connections',
                items: connections.map(({ id, name }) => ({ value: id, label: name })),
              },
            ]}
            value={connectionId}
            error={give.fieldError('connectionId')}
            onChange={setConnectionId}
          />
          <Select
            label="How long"
            allowDeselect={false}
            data={durationOptions}
            value={duration}
            error={give.fieldError('duration')}
            onChange={(value) => setDuration(value ?? '0')}
          />
          <ErrorAlert error={give.error} />
          <FormFooter>
            <Button
              type="submit"
              loading={give.isBusy}
              disabled={userId === null || connectionId === null}
            >
              Give access
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  );
}
