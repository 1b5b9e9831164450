import { Alert, Button, Center, Stack } from '@mantine/core';
import { errorText, isOffline } from '../http/client.js';

/** Shown in place of a page that failed to render. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <Center h="100%" p="xl">
      <Stack maw={480}>
        <Alert color="red" title={errorText(error)}>
          {isOffline(error)
            ? 'Your text is kept in this browser. Runs continue.'
            : 'If the error persists, contact an admin.'}
        </Alert>
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </Stack>
    </Center>
  );
}
