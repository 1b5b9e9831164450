import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery } from '../../query.js';
import { accessLoss, joinParties } from './access-losses.js';

const heldClient = z.object({
  id: z.string(),
  /** Why the client must be closed; null when it stays open. */
  closeReason: z.string().nullable(),
  /** The batch that runs on it. */
  batchId: z.string().nullable(),
  /** A batch waits for it. */
  isAwaited: z.boolean(),
});

/** State of a connection client, for the worker that holds it. */
export type HeldClient = z.infer<typeof heldClient>;

/** SQL of the batch that runs on client `k`. */
const runningBatch = Prisma.sql`(
  select b.id::text from batches b
  where b.connection_client_id = k.id::text and b.status = 'started' and b.lease_token is not null
  limit 1)`;

const keepAliveEnd = (keepAliveMs: number) =>
  Prisma.sql`k.last_keep_alive_at + ${keepAliveMs} * interval '1 millisecond'`;
const idleEnd = Prisma.sql`k.last_used_at + k.idle_timeout_seconds * interval '1 second'`;

/** SQL of the time at which client `k` is closed unless it is kept alive and used. */
export const expiry = (keepAliveMs: number): Prisma.Sql =>
  Prisma.sql`least(${keepAliveEnd(keepAliveMs)}, ${idleEnd})`;

/** SQL of whether client `k` is open. */
export const isOpen = (keepAliveMs: number): Prisma.Sql => Prisma.sql`(
  k.closed_at is null
  and exists (select from workers w where w.id = k.worker_id and w.lease_expires_at > now())
  and (${expiry(keepAliveMs)} > now() or ${runningBatch} is not null))`;

/** The clients that a worker holds according to the database. */
export const readHeldClients = (
  database: Database,
  workerId: string,
  keepAliveMs: number,
): Promise<HeldClient[]> =>
  queryRows(
    database,
    heldClient,
    sqlQuery('readHeldClients', {
      workerId,
      runningBatch,
      accessLoss,
      keepAliveEnd: keepAliveEnd(keepAliveMs),
      idleEnd,
      parties: joinParties(Prisma.sql`k`),
    }),
  );
