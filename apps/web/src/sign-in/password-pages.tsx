import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { call, mountPath } from '../http/client.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { emptyPassword, isConfirmed, NewPasswordFields } from '../ui/new-password-fields.js';
import { useAction } from '../ui/use-action.js';
import { Card } from '../ui/card.js';
import { resetError, signUpError } from './sign-in-errors.js';

/** Creates an account with a password. */
export function SignUpPage() {
  return (
    <Card title="Sign up">
      <PasswordForm path="/api/signup" action="Sign up" explain={signUpError} />
      <Anchor href={`${mountPath}/signin`}>Sign in instead</Anchor>
    </Card>
  );
}

const resetRoute = getRouteApi('/password-reset/$resetId');

/** Sets a new password, with the link that an admin created. */
export function PasswordResetPage() {
  const { resetId } = resetRoute.useParams();
  const path = `/api/password-reset/${encodeURIComponent(resetId)}`;
  return (
    <Card title="Set your password">
      <PasswordForm path={path} action="Set password" explain={resetError} />
    </Card>
  );
}

interface PasswordFormProps {
  path: string;
  action: string;
  /** Returns the error to show for an error of the service. */
  explain(error: unknown): unknown;
}

function PasswordForm({ path, action, explain }: PasswordFormProps) {
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState(emptyPassword);
  const [isDone, setDone] = useState(false);
  const send = useAction(async () => {
    const { password, confirmation } = chosen;
    await call('POST', path, { body: { email, password, passwordConfirmation: confirmation } });
    setDone(true);
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void send.run();
  };
  if (isDone) {
    return (
      <Alert color="green" title="Password set">
        <Anchor href={`${mountPath}/signin`}>Sign in with your new password</Anchor>
      </Alert>
    );
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <ErrorAlert error={explain(send.error)} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          error={send.fieldError('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NewPasswordFields
          label="Password"
          value={chosen}
          error={send.fieldError('password', 'passwordConfirmation')}
          onChange={setChosen}
        />
        <Button type="submit" size="sm" loading={send.isBusy} disabled={!isConfirmed(chosen)}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
