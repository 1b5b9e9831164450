import {
  Alert,
  Button,
  Group,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { call } from '../api/client.js';
import { queryClient, reads, useApp, useCurrentUser } from '../api/queries.js';
import { ErrorAlert } from '../app/error-alert.js';
import { isRepeated, NewPasswordFields, noPassword } from '../app/new-password-fields.js';
import { schemes } from '../app/theme-menu.js';
import { useAction } from '../app/use-action.js';
import { Sessions } from './sessions.js';

/** What people set for themselves. */
export function ProfilePage() {
  const { config } = useApp();
  return (
    <div className="page">
      <Stack maw={820} mx="auto" gap="xl">
        <Stack maw={460} gap="xl">
          <Title order={1} size="h3">
            Profile
          </Title>
          <AboutYou />
          {config.localAuthConfigured && <Password />}
          <Theme />
        </Stack>
        <Sessions />
      </Stack>
    </div>
  );
}

function AboutYou() {
  const user = useCurrentUser();
  const { config } = useApp();
  const [name, setName] = useState(user.name ?? '');
  const [email, setEmail] = useState(user.email);
  const [currentPassword, setCurrentPassword] = useState('');
  const [isSaved, setSaved] = useState(false);
  const isMoved = email.trim() !== user.email;
  const save = useAction(async () => {
    setSaved(false);
    const wanted = name.trim() === '' ? null : name.trim();
    // What did not change is left out: an address may be one that its owner cannot change.
    const address = isMoved && {
      email: email.trim(),
      ...(currentPassword !== '' && { currentPassword }),
    };
    await call('PUT', `/api/users/${user.id}`, { body: { name: wanted, ...address } });
    setCurrentPassword('');
    await queryClient.invalidateQueries({ queryKey: reads.app.queryKey });
    setSaved(true);
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form onSubmit={submit} aria-label="About you">
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
        {isMoved && config.localAuthConfigured && (
          <PasswordInput
            label="Current password"
            description="Needed for another address, if you have one."
            autoComplete="current-password"
            value={currentPassword}
            error={save.fieldError('currentPassword')}
            onChange={(event) => setCurrentPassword(event.currentTarget.value)}
          />
        )}
        <Text size="sm" c="dimmed">
          Your role is {user.role}; admins change it.
        </Text>
        <ErrorAlert error={save.error} />
        {isSaved && <Done text="Saved" />}
        <Group>
          <Button type="submit" loading={save.isBusy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Password() {
  const user = useCurrentUser();
  const [currentPassword, setCurrentPassword] = useState('');
  const [chosen, setChosen] = useState(noPassword);
  const [isChanged, setChanged] = useState(false);
  const change = useAction(async () => {
    setChanged(false);
    await call('PUT', `/api/users/${user.id}`, {
      body: { password: chosen.password, currentPassword },
    });
    setCurrentPassword('');
    setChosen(noPassword);
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
        {isChanged && <Done text="Changed. You are signed out everywhere but here." />}
        <Group>
          <Button type="submit" loading={change.isBusy} disabled={!isRepeated(chosen)}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack>
      <Title order={2} size="h4">
        Theme
      </Title>
      <SegmentedControl
        aria-label="Theme"
        data={schemes}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
      />
    </Stack>
  );
}

function Done({ text }: { text: string }) {
  return <Alert role="status" color="green" variant="light" title={text} />;
}
