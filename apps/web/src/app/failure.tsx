import { Alert, Button, Center, Stack } from '@mantine/core';
import { isOffline, textOf } from '../api/client.js';

/** A page that cannot be shown, and what to do. */
export function Failure({ error }: { error: unknown }) {
  return (
    <Center h="100%" p="xl">
      <Stack maw={480}>
        <Alert color="red" title={textOf(error)}>
          {isOffline(error)
            ? 'Your text is kept in this browser. What runs goes on without this page.'
            : 'If it stays so, tell an administrator.'}
        </Alert>
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </Stack>
    </Center>
  );
}
