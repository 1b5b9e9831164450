import { DriverError, type DriverConnection } from '@sluice/driver-kit';

const advice =
  'Enter the host and port of the database itself, or set "Pooler in session mode" if that is its mode.';

/** Returns the warning for a connection that goes through a transaction pooler. */
export const poolerWarnings = ({ isPooled }: Pick<DriverConnection, 'isPooled'>): string[] =>
  isPooled
    ? [
        'This connection goes through a transaction pooler. Session settings, temporary tables, connection clients and ' +
          `statements to run first are not available. ${advice}`,
      ]
    : [];

/** @throws DriverError outcome `not_run` if the session cannot keep its state for a connection client */
export function refusePooledClient({ isPooled }: Pick<DriverConnection, 'isPooled'>): void {
  if (!isPooled) return;
  throw new DriverError(
    'connection',
    'not_run',
    'A connection client keeps a session, and this connection goes through a transaction pooler',
    { detail: advice },
  );
}
