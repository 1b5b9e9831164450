import { Alert } from '@mantine/core';

/** How to make the first admin, where nobody could sign in as one yet. */
export function FirstAdmin() {
  return (
    <Alert title="There is no administrator yet">
      Set <code>SERVICE_ADMIN</code> to your e-mail address and start the service again. Then sign
      up with that address, or set <code>SERVICE_ADMIN_PASSWORD</code> as well and sign in with it.
    </Alert>
  );
}
