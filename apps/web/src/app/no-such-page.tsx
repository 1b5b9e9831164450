import { Button, Center, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** An address that is none of the pages. */
export function NoSuchPage() {
  return (
    <Center component="main" h="100%" p="xl">
      <Stack maw={480} align="flex-start">
        <Text component="h1" fw={600} size="lg">
          There is no such page
        </Text>
        <Text c="dimmed" size="sm">
          The address may have a slip in it. What you have written in the editor is still there.
        </Text>
        <Button component={Link} to="/queries/new">
          To the editor
        </Button>
      </Stack>
    </Center>
  );
}
