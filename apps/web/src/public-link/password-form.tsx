import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { Card } from '../ui/card.js';
import { ErrorAlert } from '../ui/error-alert.js';

interface PasswordFormProps {
  error: unknown;
  isBusy: boolean;
  onEnter(password: string): void;
}

/** Asks for the password of a link. */
export function PasswordForm({ error, isBusy, onEnter }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    onEnter(password);
  };
  return (
    <Card title="Shared results">
      <form onSubmit={onSubmit}>
        <Stack>
          <Text size="sm">Enter the password that you got with the link.</Text>
          <ErrorAlert error={error} />
          <PasswordInput
            label="Password"
            autoComplete="off"
            autoFocus
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={isBusy}>
            Open
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
