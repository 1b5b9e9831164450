import { Center, Stack, Text } from '@mantine/core';
import { ButtonLink } from '../ui/links.js';

/** Shown for an unknown address. */
export function NotFoundPage() {
  return (
    <Center component="main" h="100%" p="xl">
      <Stack maw={480} align="flex-start">
        <Text component="h1" fw={600} size="lg">
          Page not found
        </Text>
        <Text c="dimmed" size="sm">
          Check the address. Your text in the editor is kept.
        </Text>
        <ButtonLink to="/queries/$queryId" params={{ queryId: 'new' }}>
          Open the editor
        </ButtonLink>
      </Stack>
    </Center>
  );
}
