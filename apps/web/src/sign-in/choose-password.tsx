import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { call, mountPath } from '../api/client.js';
import { ErrorAlert } from '../app/error-alert.js';
import { isRepeated, NewPasswordFields, noPassword } from '../app/new-password-fields.js';
import { useAction } from '../app/use-action.js';
import { Card } from './card.js';

/** Opens an account with a password. */
export function SignUpPage() {
  return (
    <Card title="Sign up">
      <ChoosePassword path="/api/signup" action="Sign up" />
    </Card>
  );
}

const resetRoute = getRouteApi('/password-reset/$resetId');

/** A new password, by the link that an administrator gave. */
export function PasswordResetPage() {
  const { resetId } = resetRoute.useParams();
  return (
    <Card title="Choose a password">
      <ChoosePassword
        path={`/api/password-reset/${encodeURIComponent(resetId)}`}
        action="Set password"
      />
    </Card>
  );
}

function ChoosePassword({ path, action }: { path: string; action: string }) {
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState(noPassword);
  const [isDone, setDone] = useState(false);
  const choose = useAction(async () => {
    const { password, repeated } = chosen;
    await call('POST', path, { body: { email, password, passwordConfirmation: repeated } });
    setDone(true);
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void choose.run();
  };
  if (isDone) {
    return (
      <Alert color="green" title="Done">
        <Anchor href={`${mountPath}/signin`}>Sign in with your new password</Anchor>
      </Alert>
    );
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <ErrorAlert error={choose.error} />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          error={choose.fieldError('email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NewPasswordFields
          label="Password"
          value={chosen}
          error={choose.fieldError('password', 'passwordConfirmation')}
          onChange={setChosen}
        />
        <Button type="submit" size="sm" loading={choose.isBusy} disabled={!isRepeated(chosen)}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
