import type { LostCause } from '@sluice/contracts/enums';
import pg from 'pg';

const TIMEOUT_MS = 3_000;

/**
 * Ends the lease of a worker whose process has exited, and records why it died when that is known. It does not use
 * Prisma, because a worker's supervisor must stay small.
 *
 * @throws when the database does not answer within 3 s.
 */
export async function endLease(
  databaseUrl: string,
  workerId: string,
  cause: LostCause | null,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'sluice-supervisor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A lost connection also fails the running query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      `update workers set lease_expires_at = least(lease_expires_at, now()), lost_cause = $2
       where id = $1`,
      [workerId, cause],
    );
  } finally {
    await client.end();
  }
}
