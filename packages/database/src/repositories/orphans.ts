import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';
import type { ClaimedConnection, ClaimedUser } from './claims.js';

/** A statement of a lost worker whose query may still run in its database. */
export interface Orphan {
  /** What its driver gave as the handle of the session or query. */
  executionId: string;
  /** This try included. */
  tries: number;
  /** Null when the connection was deleted since. */
  connection: ClaimedConnection | null;
  /** Null when the user was deleted since. */
  user: ClaimedUser | null;
}

/** What became of an orphan. `gone`: it had ended by itself. */
export type OrphanOutcome = 'stopped' | 'gone' | 'given_up';

/** Orphans, for whoever stops them. Trying one twice at once is harmless. */
export interface OrphanRepository {
  /**
   * Counts a try, and has the next one wait `retryMs` times 2 to the number of tries; null when it is settled, or
   * for none of these pools.
   */
  begin(statementId: string, retryMs: number, pools: string[]): Promise<Orphan | null>;
  settle(statementId: string, outcome: OrphanOutcome): Promise<void>;
}

/** Orphans of the service's own database. */
export function createOrphanRepository(database: Database): OrphanRepository {
  return {
    begin: async (statementId, retryMs, pools) => {
      const [row] = await database.$queryRaw<OrphanRow[]>`
        with tried as (
          update orphans
          set tries = tries + 1,
            due_at = now() + ${retryMs} * power(2, tries) * interval '1 millisecond'
          where statement_id = ${statementId}::uuid and settled_at is null
            and ${poolOf} = any (${pools}::text[])
          returning statement_id, tries
        )
        select tried.tries, s.execution_id as "executionId",
          case when c.id is not null then json_build_object('id', c.id, 'driver', c.driver,
            'maxRows', c.max_rows, 'queryTimeoutSeconds', c.query_timeout_seconds,
            'readOnly', c.read_only) end as connection,
          c.encrypted_data as "encryptedData",
          case when u.id is not null then json_build_object('id', u.id, 'email', u.email,
            'name', u.name, 'role', u.role, 'disabled', u.disabled, 'data', u.data) end as "user"
        from tried
        join statements s on s.id = tried.statement_id
        join batches b on b.id = s.batch_id
        left join connections c on c.id = b.connection_id
        left join principals u on u.id = b.user_id`;
      return row === undefined ? null : orphanOf(row);
    },
    settle: async (statementId, outcome) => {
      await database.$executeRaw`
        update orphans set settled_at = now(), outcome = ${outcome}
        where statement_id = ${statementId}::uuid and settled_at is null`;
    },
  };
}

interface OrphanRow {
  tries: number;
  executionId: string;
  connection: Omit<ClaimedConnection, 'encryptedData'> | null;
  encryptedData: Uint8Array | null;
  user: ClaimedUser | null;
}

const orphanOf = ({ connection, encryptedData, ...rest }: OrphanRow): Orphan => ({
  ...rest,
  connection:
    connection === null || encryptedData === null ? null : { ...connection, encryptedData },
});

/** The pool of an orphan: that of its connection, of its batch when the connection is gone. */
const poolOf = Prisma.sql`(
  select coalesce(c.worker_pool, b.worker_pool)
  from statements s join batches b on b.id = s.batch_id left join connections c on c.id = b.connection_id
  where s.id = orphans.statement_id)`;

/** How long a delivery is waited for before the next. */
const deliveredAgainAfterMs = 30_000;

/** An orphan that is to be stopped, by a worker of its pool. */
export interface DueOrphan {
  id: string;
  pool: string;
}

/** Those to be stopped now; each is due again later, in case its delivery is lost. */
export async function dueOrphans(
  transaction: Prisma.TransactionClient,
  limit: number,
): Promise<DueOrphan[]> {
  return transaction.$queryRaw<DueOrphan[]>`
    update orphans set due_at = now() + ${deliveredAgainAfterMs} * interval '1 millisecond'
    where statement_id in (
      select statement_id from orphans
      where settled_at is null and due_at <= now()
      order by due_at limit ${limit}
      for update skip locked)
    returning statement_id::text as id, ${poolOf} as pool`;
}
