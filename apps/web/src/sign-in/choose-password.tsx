import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ApiError, call, mountPath, textOf } from '../api/client.js';
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
  const [fields, setFields] = useState({ email: '', password: '', passwordConfirmation: '' });
  const [error, setError] = useState<unknown>(null);
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const fieldError = (name: string) => (error instanceof ApiError ? error.field(name) : undefined);
  const set = (name: keyof typeof fields) => (event: { currentTarget: { value: string } }) => {
    setFields({ ...fields, [name]: event.currentTarget.value });
  };
  const submit = async () => {
    setState('busy');
    setError(null);
    try {
      await call('POST', path, { body: fields });
      setState('done');
    } catch (caught) {
      setError(caught);
      setState('open');
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  if (state === 'done') {
    return (
      <Alert color="green" title="Done">
        <Anchor href={`${mountPath}/signin`}>Sign in with your new password</Anchor>
      </Alert>
    );
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {error !== null && <Alert color="red" title={textOf(error)} role="alert" />}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={fields.email}
          error={fieldError('email')}
          onChange={set('email')}
        />
        <PasswordInput
          label="Password"
          description="At least 8 characters; a few words make a good one"
          autoComplete="new-password"
          required
          value={fields.password}
          error={fieldError('password')}
          onChange={set('password')}
        />
        <PasswordInput
          label="The same once more"
          autoComplete="new-password"
          required
          value={fields.passwordConfirmation}
          error={fieldError('passwordConfirmation')}
          onChange={set('passwordConfirmation')}
        />
        <Button type="submit" size="sm" loading={state === 'busy'}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
