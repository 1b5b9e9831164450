import { SegmentedControl, Stack, Title, useMantineColorScheme } from '@mantine/core';
import { useApp } from '../http/reads.js';
import { colorSchemes } from '../ui/color-schemes.js';
import { usePageTitle } from '../ui/page-title.js';
import { AccountForm } from './account-form.js';
import { PasswordForm } from './password-form.js';
import { Sessions } from './sessions.js';
import { Tokens } from './tokens.js';

/** The settings of the signed-in user. */
export function ProfilePage() {
  usePageTitle('Profile');
  const { config } = useApp();
  return (
    <div className="page">
      <Stack maw={820} mx="auto" gap="xl">
        <Stack maw={460} gap="xl">
          <Title order={1} size="h3">
            Profile
          </Title>
          <AccountForm />
          {config.localAuthConfigured && <PasswordForm />}
          <ThemeChoice />
        </Stack>
        <Tokens />
        <Sessions />
      </Stack>
    </div>
  );
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack>
      <Title order={2} size="h4">
        Theme
      </Title>
      <SegmentedControl
        aria-label="Theme"
        data={colorSchemes}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
      />
    </Stack>
  );
}
