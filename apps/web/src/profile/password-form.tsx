import { Button, Group, PasswordInput, Stack, Title } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { call } from '../http/client.js';
import { useCurrentUser } from '../http/reads.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { emptyPassword, isConfirmed, NewPasswordFields } from '../ui/new-password-fields.js';
import { useAction } from '../ui/use-action.js';
import { SuccessAlert } from './success-alert.js';

/** Changes the password of the user. */
export function PasswordForm() {
  const user = useCurrentUser();
  const [currentPassword, setCurrentPassword] = useState('');
  const [chosen, setChosen] = useState(emptyPassword);
  const [isChanged, setChanged] = useState(false);
  const change = useAction(async () => {
    setChanged(false);
    const body = { password: chosen.password, currentPassword };
    await call('PUT', `/api/users/${user.id}`, { body });
    setCurrentPassword('');
    setChosen(emptyPassword);
    setChanged(true);
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void change.run();
  };
  return (
    <form onSubmit={submit} aria-label="Password">
      <Stack>
        <Title order={2} size="h4">
          Password
        </Title>
        <input type="text" hidden autoComplete="username" value={user.email} readOnly />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          value={currentPassword}
          error={change.fieldError('currentPassword')}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        />
        <NewPasswordFields
          label="New password"
          value={chosen}
          error={change.fieldError('password')}
          onChange={setChosen}
        />
        <ErrorAlert error={change.error} />
        {isChanged && <SuccessAlert text="Password changed. Your other sessions are signed out." />}
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={change.isBusy}
            disabled={!isConfirmed(chosen)}
          >
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
