import { Stack, Text } from '@mantine/core';
import { useCurrentUser } from '../http/reads.js';
import { AnchorLink } from '../ui/links.js';

/** Tells a user without connections how to get one. */
export function NoConnection() {
  const { role } = useCurrentUser();
  return (
    <Stack p="lg" gap={4}>
      <Text fw={600}>No connections</Text>
      {role === 'admin' ? (
        <Text size="sm">
          <AnchorLink to="/admin/$section" params={{ section: 'connections' }} size="sm">
            Add a connection
          </AnchorLink>{' '}
          to a database to run queries.
        </Text>
      ) : (
        <Text size="sm">
          Ask an admin for access to a connection. Your text is kept in this browser.
        </Text>
      )}
    </Stack>
  );
}
