import { z } from 'zod';
import { channels } from '../../channels.js';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { countRow } from '../../rows.js';
import { tenantMembers } from '../identity/tenant-members.js';
import { isAccessLoss } from './access-losses.js';
import { expiry, isOpen, readHeldClients, type HeldClient } from './client-lifetime.js';
import { endStranded } from './stranded-batches.js';

export type { HeldClient } from './client-lifetime.js';

const clientRow = z.object({
  id: z.string(),
  name: z.string(),
  connectionId: z.string(),
  userId: z.string(),
  readOnly: z.boolean(),
  connectedAt: z.date(),
  lastKeepAliveAt: z.date(),
  /** When it is closed unless it is kept alive and used. */
  expiresAt: z.date(),
});

/** An open connection client. */
export type ConnectionClientRow = z.infer<typeof clientRow>;

/** A session that a worker has opened for a user. */
export interface NewConnectionClient {
  id: string;
  name: string;
  connectionId: string;
  userId: string;
  workerId: string;
  idleTimeoutSeconds: number;
  /** The session is read-only. */
  readOnly: boolean;
}

/**
 * The rows of sessions that workers keep open. A client is open while its row is not closed, its worker's lease
 * lasts, and it is kept alive and used. A client that runs a batch stays open longer than its times allow.
 */
export interface ConnectionClientRepository {
  /** False when the worker's lease has ended: the session must be closed. */
  add(client: NewConnectionClient): Promise<boolean>;
  /** Null when it is not open. */
  find(id: string): Promise<ConnectionClientRow | null>;
  list(): Promise<ConnectionClientRow[]>;
  /** Number of open clients in this user's tenant, without those of `excludedIds`. */
  countOfTenant(userId: string, path: string[] | null, excludedIds: string[]): Promise<number>;
  /** As `find`, after the owner asked to keep it open. */
  keepAlive(id: string): Promise<ConnectionClientRow | null>;
  /** Records that a batch on it has ended, so that it is not idle. */
  touch(id: string): Promise<void>;
  /**
   * Closes the row, requests the cancel of the batch that runs on it, and notifies the worker. `byUserId` is null when
   * the service closes it.
   *
   * @returns the batch that runs on it.
   */
  close(id: string, reason: string, byUserId: string | null): Promise<{ batchId: string | null }>;
  /** Notifies the worker that a batch waits for the client. */
  wake(id: string): Promise<void>;
  /** The clients that the worker holds according to the database. */
  heldBy(workerId: string): Promise<HeldClient[]>;
  closeAllOf(workerId: string, reason: string): Promise<void>;
  /** Ends the batches that wait for a client that is not open: they cannot run on another session. */
  endStranded(): Promise<number>;
}

/** @param keepAliveMs How long a client stays open without being kept alive. */
export function createConnectionClientRepository(
  database: Database,
  keepAliveMs: number,
): ConnectionClientRepository {
  const select = (from: Prisma.Sql) => readOpen(database, from, keepAliveMs);
  const first = async (from: Prisma.Sql) => (await select(from))[0] ?? null;
  const one = (id: string) => Prisma.sql`(select * from connection_clients where id = ${id}::uuid)`;
  return {
    add: async ({ id, name, connectionId, userId, workerId, idleTimeoutSeconds, readOnly }) => {
      const count = await database.$executeRaw`
        insert into connection_clients
          (id, name, connection_id, user_id, worker_id, idle_timeout_seconds, read_only)
        select ${id}::uuid, ${name}, ${connectionId}, ${userId}, w.id, ${idleTimeoutSeconds}, ${readOnly}
        from workers w where w.id = ${workerId} and w.lease_expires_at > now()`;
      return count === 1;
    },
    find: (id) => first(one(id)),
    list: () => select(Prisma.sql`connection_clients`),
    countOfTenant: async (userId, path, excludedIds) => {
      const row = await queryRow(
        database,
        countRow,
        Prisma.sql`
          select count(*)::int as count from connection_clients k
          where user_id in (${tenantMembers(userId, path)}) and ${isOpen(keepAliveMs)}
            and id <> all (${excludedIds}::uuid[])`,
      );
      return row?.count ?? 0;
    },
    keepAlive: async (id) => {
      await database.$executeRaw`
        update connection_clients k set last_keep_alive_at = now()
        where id = ${id}::uuid and ${isOpen(keepAliveMs)}`;
      return first(one(id));
    },
    touch: async (id) => {
      await database.$executeRaw`
        update connection_clients set last_used_at = now() where id = ${id}::uuid`;
    },
    close: (id, reason, byUserId) => closeClient(database, id, { reason, byUserId }),
    wake: async (id) => {
      await database.$queryRaw`select pg_notify(${channels.clientChanged}, ${id})::text`;
    },
    heldBy: (workerId) => readHeldClients(database, workerId, keepAliveMs),
    closeAllOf: async (workerId, reason) => {
      await database.$executeRaw`
        update connection_clients set closed_at = now(), close_reason = ${reason}
        where worker_id = ${workerId} and closed_at is null`;
    },
    endStranded: () => endStranded(database),
  };
}

const readOpen = (
  database: Database,
  from: Prisma.Sql,
  keepAliveMs: number,
): Promise<ConnectionClientRow[]> =>
  queryRows(
    database,
    clientRow,
    Prisma.sql`
      select id::text, name, connection_id as "connectionId", user_id as "userId", read_only as "readOnly",
        connected_at as "connectedAt", last_keep_alive_at as "lastKeepAliveAt",
        ${expiry(keepAliveMs)} as "expiresAt"
      from ${from} k where ${isOpen(keepAliveMs)} order by connected_at, id`,
  );

const closedClientRow = z.object({ batchId: z.string().nullable() });

async function closeClient(
  database: Database,
  id: string,
  { reason, byUserId }: { reason: string; byUserId: string | null },
): Promise<{ batchId: string | null }> {
  const row = await queryRow(
    database,
    closedClientRow,
    sqlQuery('closeConnectionClient', {
      id,
      reason,
      userId: byUserId,
      cancelReason: isAccessLoss(reason) ? reason : 'client_closed',
      cancelChannel: channels.cancelAsked,
      changedChannel: channels.batchChanged,
      clientChannel: channels.clientChanged,
    }),
  );
  return { batchId: row?.batchId ?? null };
}

/** Closes the clients of lost workers, and ends the batches that wait for them. */
export async function sweepClients(transaction: Prisma.TransactionClient): Promise<number> {
  await transaction.$executeRaw`
    update connection_clients k set closed_at = now(), close_reason = 'worker_lost'
    where closed_at is null and not exists (
      select from workers w where w.id = k.worker_id and w.lease_expires_at > now())`;
  return endStranded(transaction);
}
