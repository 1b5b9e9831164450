import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '../api/queries.js';

/** What to do where there is no connection that the user may use. */
export function NoConnection() {
  const { role } = useCurrentUser();
  return (
    <Stack p="lg" gap={4}>
      <Text fw={600}>There is no connection yet</Text>
      {role === 'admin' ? (
        <Text size="sm">
          <Anchor component={Link} to="/admin/connections" size="sm">
            Add the first connection
          </Anchor>{' '}
          to a database, then come back and write a query.
        </Text>
      ) : (
        <Text size="sm">Ask an admin to give you access to one. Your text is kept meanwhile.</Text>
      )}
    </Stack>
  );
}
