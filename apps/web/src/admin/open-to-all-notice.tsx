import { Alert } from '@mantine/core';
import { useReach } from './use-reach.js';

/** Warns where a new connection or user would be open to all, because of the grant that the first start creates. */
export function OpenToAllNotice({ added }: { added: 'connection' | 'user' }) {
  const reach = useReach();
  if (reach?.isOpenToAll !== true) return null;
  return (
    <Alert color="yellow" variant="light" title="Everyone can use all connections">
      {added === 'connection'
        ? 'All users will be able to use this connection. '
        : 'This user will be able to use all connections. '}
      To change this, revoke the access of “Everyone” to “All connections” on the page Access.
    </Alert>
  );
}
