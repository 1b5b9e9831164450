import type { StatementError } from '@sluice/contracts';
import { Prisma } from '../../generated/client.js';
import type { Queryable } from '../../query.js';
import { endWaiting } from '../queue/waiting-batches.js';

const clientLost: StatementError = {
  title: 'The connection client is closed.',
  outcome: 'not_run',
  code: 'connection_client_lost',
};

/** Ends batches whose connection client is not open. No worker could claim them: only the client's worker may. */
export function endStranded(database: Queryable): Promise<number> {
  const isStranded = Prisma.sql`
    b.connection_client_id is not null and not exists (
      select from connection_clients k join workers w on w.id = k.worker_id
      where k.id::text = b.connection_client_id and k.closed_at is null
        and w.lease_expires_at > now())`;
  return endWaiting(database, isStranded, clientLost);
}
