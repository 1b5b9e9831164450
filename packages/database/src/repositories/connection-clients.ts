import type { CancelReason, StatementError } from '@sluice/contracts';
import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import { channels } from '../channels.js';
import { accessLoss, isAccessLoss, partiesOf } from './access-loss.js';
import { endWaiting } from './end-waiting.js';
import { peersOf } from './peers.js';

/** An open connection client. */
export interface ConnectionClientRow {
  id: string;
  name: string;
  connectionId: string;
  userId: string;
  connectedAt: Date;
  lastKeepAliveAt: Date;
  /** When it is closed, unless it is kept alive and used. */
  expiresAt: Date;
}

/** A session that a worker has just opened for somebody. */
export interface NewConnectionClient {
  id: string;
  name: string;
  connectionId: string;
  userId: string;
  workerId: string;
  idleTimeoutSeconds: number;
}

/** What a worker must know of a client that it holds. */
export interface HeldClient {
  id: string;
  /** Why it must be closed; null: it stays open. */
  closeReason: string | null;
  /** The batch that runs on it. */
  batchId: string | null;
  /** A batch waits for it. */
  isAwaited: boolean;
}

/**
 * The rows behind sessions that workers keep open. A client is open while its row is not closed, its
 * worker's lease lives, and it is kept alive and used; one that runs a batch outlasts its times.
 */
export interface ConnectionClientRepository {
  /** False when the worker's lease has ended: the session must be closed then. */
  add(client: NewConnectionClient): Promise<boolean>;
  /** Null when it is not open (any more). */
  find(id: string): Promise<ConnectionClientRow | null>;
  list(): Promise<ConnectionClientRow[]>;
  /** How many are open of the users of somebody's tenant, but for those of these ids. */
  countOfTenant(userId: string, path: string[] | null, besides: string[]): Promise<number>;
  /** As `find`, after noting that its owner still wants it. */
  keepAlive(id: string): Promise<ConnectionClientRow | null>;
  /** Notes that a batch on it has ended, so that it is not idle. */
  touch(id: string): Promise<void>;
  /**
   * Closes the row, asks for the cancel of the batch that runs on it, and tells the worker. `byUserId`:
   * whose wish that is, null for the service's own.
   *
   * @returns the batch that runs on it.
   */
  close(id: string, reason: string, byUserId: string | null): Promise<{ batchId: string | null }>;
  /** Tells the worker that a batch waits for the client. */
  wake(id: string): Promise<void>;
  /** What the worker holds by the database's word. */
  heldBy(workerId: string): Promise<HeldClient[]>;
  closeAllOf(workerId: string, reason: string): Promise<void>;
  /** Ends the batches that wait for a client that is not open: they run on no other session. */
  endStranded(): Promise<number>;
}

/** Repository of connection clients; they live `keepAliveMs` without being kept alive. */
export function createConnectionClientRepository(
  database: Database,
  keepAliveMs: number,
): ConnectionClientRepository {
  const select = (from: Prisma.Sql) => database.$queryRaw<ConnectionClientRow[]>`
    select id::text, name, connection_id as "connectionId", user_id as "userId",
      connected_at as "connectedAt", last_keep_alive_at as "lastKeepAliveAt",
      ${expiry(keepAliveMs)} as "expiresAt"
    from ${from} k where ${isOpen(keepAliveMs)} order by connected_at, id`;
  const first = async (from: Prisma.Sql) => (await select(from))[0] ?? null;
  const one = (id: string) => Prisma.sql`(select * from connection_clients where id = ${id}::uuid)`;
  return {
    add: async ({ id, name, connectionId, userId, workerId, idleTimeoutSeconds }) => {
      const count = await database.$executeRaw`
        insert into connection_clients
          (id, name, connection_id, user_id, worker_id, idle_timeout_seconds)
        select ${id}::uuid, ${name}, ${connectionId}, ${userId}, w.id, ${idleTimeoutSeconds}
        from workers w where w.id = ${workerId} and w.lease_expires_at > now()`;
      return count === 1;
    },
    find: (id) => first(one(id)),
    list: () => select(Prisma.sql`connection_clients`),
    countOfTenant: async (userId, path, besides) => {
      const [row] = await database.$queryRaw<{ count: number }[]>`
        select count(*)::int as count from connection_clients k
        where user_id in (${peersOf(userId, path)}) and ${isOpen(keepAliveMs)}
          and id <> all (${besides}::uuid[])`;
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
    close: async (id, reason, byUserId) => {
      const [row] = await database.$queryRaw<{ batchId: string | null }[]>`
        with closed as (
          update connection_clients set closed_at = now(), close_reason = ${reason}
          where id = ${id}::uuid and closed_at is null
          returning id::text
        ), asked as (
          update batches
          set cancel_requested_at = coalesce(cancel_requested_at, now()),
            cancel_requested_by =
              case when cancel_requested_at is null then ${byUserId} else cancel_requested_by end,
            cancel_reason =
              case when cancel_requested_at is null then ${cancelReason(reason)} else cancel_reason end,
            updated_at = now(), version = version + 1
          from closed
          where connection_client_id = closed.id and status = 'started' and lease_token is not null
          returning batches.id::text
        )
        select (select pg_notify(${channels.cancelAsked}, asked.id)::text from asked),
          (select pg_notify(${channels.batchChanged}, asked.id)::text from asked),
          pg_notify(${channels.clientChanged}, closed.id)::text,
          (select asked.id from asked) as "batchId"
        from closed`;
      return { batchId: row?.batchId ?? null };
    },
    wake: async (id) => {
      await database.$queryRaw`select pg_notify(${channels.clientChanged}, ${id})::text`;
    },
    heldBy: (workerId) => readHeld(database, workerId, keepAliveMs),
    closeAllOf: async (workerId, reason) => {
      await database.$executeRaw`
        update connection_clients set closed_at = now(), close_reason = ${reason}
        where worker_id = ${workerId} and closed_at is null`;
    },
    endStranded: () => endStranded(database),
  };
}

/** The batch that runs on client `k`. */
const runningBatch = Prisma.sql`(
  select b.id::text from batches b
  where b.connection_client_id = k.id::text and b.status = 'started' and b.lease_token is not null
  limit 1)`;

const keepAliveEnd = (keepAliveMs: number) =>
  Prisma.sql`k.last_keep_alive_at + ${keepAliveMs} * interval '1 millisecond'`;
const idleEnd = Prisma.sql`k.last_used_at + k.idle_timeout_seconds * interval '1 second'`;
const expiry = (keepAliveMs: number) => Prisma.sql`least(${keepAliveEnd(keepAliveMs)}, ${idleEnd})`;

const isOpen = (keepAliveMs: number) => Prisma.sql`(
  k.closed_at is null
  and exists (select from workers w where w.id = k.worker_id and w.lease_expires_at > now())
  and (${expiry(keepAliveMs)} > now() or ${runningBatch} is not null))`;

function readHeld(
  database: Database,
  workerId: string,
  keepAliveMs: number,
): Promise<HeldClient[]> {
  return database.$queryRaw<HeldClient[]>`
    select k.id::text, ${runningBatch} as "batchId",
      case
        when ${accessLoss} is not null then ${accessLoss}
        when c.updated_at > k.connected_at then 'connection_changed'
        when ${runningBatch} is not null then null
        when ${keepAliveEnd(keepAliveMs)} < now() then 'not_kept_alive'
        when ${idleEnd} < now() then 'idle'
      end as "closeReason",
      exists (
        select from batches b
        where b.connection_client_id = k.id::text and b.status = 'started'
          and b.lease_token is null) as "isAwaited"
    from connection_clients k ${partiesOf(Prisma.sql`k`)}
    where k.worker_id = ${workerId} and k.closed_at is null`;
}

const cancelReason = (closeReason: string): CancelReason =>
  isAccessLoss(closeReason) ? closeReason : 'client_closed';

const clientLost: StatementError = {
  title: 'The connection client is closed.',
  outcome: 'not_run',
  code: 'connection_client_lost',
};

/** Nobody claims them: a batch is claimed by the worker of its open client alone. */
function endStranded(database: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<number> {
  const stranded = Prisma.sql`
    b.connection_client_id is not null and not exists (
      select from connection_clients k join workers w on w.id = k.worker_id
      where k.id::text = b.connection_client_id and k.closed_at is null
        and w.lease_expires_at > now())`;
  return endWaiting(database, stranded, clientLost);
}

/** Closes the clients of workers that are gone, and ends what waits for them. */
export async function sweepClients(transaction: Prisma.TransactionClient): Promise<number> {
  await transaction.$executeRaw`
    update connection_clients k set closed_at = now(), close_reason = 'worker_lost'
    where closed_at is null and not exists (
      select from workers w where w.id = k.worker_id and w.lease_expires_at > now())`;
  return endStranded(transaction);
}
