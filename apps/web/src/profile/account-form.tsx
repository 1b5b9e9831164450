import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { call } from '../http/client.js';
import { queryClient, reads, useApp, useCurrentUser } from '../http/reads.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { useAction } from '../ui/use-action.js';
import { SuccessAlert } from './success-alert.js';

/** Changes the name and the e-mail address of the user. */
export function AccountForm() {
  const user = useCurrentUser();
  const { config } = useApp();
  const [name, setName] = useState(user.name ?? '');
  const [email, setEmail] = useState(user.email);
  const [currentPassword, setCurrentPassword] = useState('');
  const [isSaved, setSaved] = useState(false);
  const isEmailChanged = email.trim() !== user.email;
  const save = useAction(async () => {
    setSaved(false);
    // An unchanged address is not sent, because some users may not change their address.
    const address = isEmailChanged && {
      email: email.trim(),
      ...(currentPassword !== '' && { currentPassword }),
    };
    const body = { name: name.trim() === '' ? null : name.trim(), ...address };
    await call('PUT', `/api/users/${user.id}`, { body });
    setCurrentPassword('');
    await queryClient.invalidateQueries({ queryKey: reads.app.queryKey });
    setSaved(true);
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form onSubmit={submit} aria-label="Account">
      <Stack>
        <TextInput
          label="Name"
          autoComplete="name"
          value={name}
          error={save.fieldError('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail"
          type="email"
          required
          autoComplete="email"
          value={email}
          error={save.fieldError('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {isEmailChanged && config.localAuthConfigured && (
          <CurrentPasswordInput
            value={currentPassword}
            error={save.fieldError('currentPassword')}
            onChange={setCurrentPassword}
          />
        )}
        <RoleNote role={user.role} />
        <ErrorAlert error={save.error} />
        {isSaved && <SuccessAlert text="Saved" />}
        <SaveButton isBusy={save.isBusy} />
      </Stack>
    </form>
  );
}

interface CurrentPasswordInputProps {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

const CurrentPasswordInput = ({ value, error, onChange }: CurrentPasswordInputProps) => (
  <PasswordInput
    label="Current password"
    description="Required to change the e-mail address of an account with a password."
    autoComplete="current-password"
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

const SaveButton = ({ isBusy }: { isBusy: boolean }) => (
  <Group>
    <Button type="submit" loading={isBusy}>
      Save
    </Button>
  </Group>
);

const RoleNote = ({ role }: { role: string }) => (
  <Text size="sm" c="dimmed">
    Role: {role}. Only admins can change roles.
  </Text>
);
