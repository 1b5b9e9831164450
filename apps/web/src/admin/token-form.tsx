import { Button, Select, Stack, TextInput } from '@mantine/core';
import type { CreatedServiceToken, Role } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { call } from '../http/client.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { FormDialog } from '../ui/form-dialog.js';
import { FormFooter } from '../ui/form-footer.js';
import { useAction } from '../ui/use-action.js';
import { HOUR } from '../ui/durations.js';
import { LifetimeSelect } from '../ui/lifetime-select.js';

interface TokenFormProps {
  onCreated(token: CreatedServiceToken): Promise<unknown>;
  onClose(): void;
}

/** Creates a service token. */
export function TokenForm({ onCreated, onClose }: TokenFormProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const [seconds, setSeconds] = useState('0');
  const create = useAction(async () => {
    const body = { name, role, duration: Number(seconds) / HOUR };
    await onCreated(await call<CreatedServiceToken>('POST', '/api/service-tokens', { body }));
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void create.run();
  };
  return (
    <FormDialog values={[name, role, seconds]} onClose={onClose} title="Create service token">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="The purpose of the token."
            required
            data-autofocus
            value={name}
            error={create.fieldError('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Role"
            description="Editors can use the connections that they have access to. Admins can do everything."
            allowDeselect={false}
            data={[
              { value: 'editor', label: 'Editor' },
              { value: 'admin', label: 'Admin' },
            ]}
            value={role}
            onChange={(value) => setRole(value === 'admin' ? 'admin' : 'editor')}
          />
          <LifetimeSelect
            value={seconds}
            error={create.fieldError('duration')}
            onChange={setSeconds}
          />
          <ErrorAlert error={create.error} />
          <FormFooter>
            <Button type="submit" loading={create.isBusy}>
              Create
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </FormDialog>
  );
}
