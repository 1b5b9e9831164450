import { Alert } from '@mantine/core';

/** Tells how to create the first admin. */
export function FirstAdmin() {
  return (
    <Alert title="No admin account">
      Set <code>SERVICE_ADMIN</code> to your e-mail address and restart the service. Then sign up
      with that address. If you also set <code>SERVICE_ADMIN_PASSWORD</code>, sign in with it.
    </Alert>
  );
}
