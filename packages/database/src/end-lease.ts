import pg from 'pg';

const timeoutMs = 3_000;

/**
 * Ends the lease of a worker whose process is known to be gone, and says why it died where that is
 * known (`memory`, `crash`, `hang`). Without Prisma: a worker's supervisor, who calls it, is to stay small.
 *
 * @throws when the database does not answer within some seconds.
 */
export async function endLease(
  databaseUrl: string,
  workerId: string,
  cause: 'memory' | 'crash' | 'hang' | null,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'sluice-supervisor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A lost connection also fails the query that was under way.
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
