import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { call } from '../http/client.js';
import { reads } from '../http/reads.js';
import { returnPath } from './return-path.js';
import { signInFailureText } from './sign-in-errors.js';

interface CredentialsFormProps {
  isLdap: boolean;
  /** The path to open after sign-in. */
  next: string | undefined;
}

/** Signs in with a local or LDAP password. */
export function CredentialsForm({ isLdap, next }: CredentialsFormProps) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  const signIn = async () => {
    setBusy(true);
    setError(null);
    try {
      await call('POST', '/api/signin', { body: { email, password } });
      await client.query({ ...reads.app, staleTime: 0 });
      // The button stays busy until the next page replaces this one.
      window.location.assign(returnPath(next));
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void signIn();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {error !== null && (
          <Alert color="red" title={signInFailureText(error, isLdap)} role="alert" />
        )}
        <TextInput
          label={isLdap ? 'User name or e-mail' : 'E-mail'}
          autoComplete="username"
          autoFocus
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={isBusy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
