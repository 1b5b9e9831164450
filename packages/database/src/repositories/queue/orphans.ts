import type { OrphanOutcome } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows, sqlQuery } from '../../query.js';
import { bytesColumn, principalRow } from '../../rows.js';
import type { ClaimedConnection, ClaimedUser } from './claims.js';

/** A statement of a lost worker that may still run in its target database. */
export interface Orphan {
  /** The driver's handle of the session or query. */
  executionId: string;
  /** Number of tries, this one included. */
  tries: number;
  /** Null when the connection was deleted. */
  connection: ClaimedConnection | null;
  /** Null when the user was deleted. */
  user: ClaimedUser | null;
}

/** Orphans to be cancelled. Two tries at the same time are harmless. */
export interface OrphanRepository {
  /**
   * Counts a try and schedules the next one after `retryMs` times 2 to the number of tries. Null when the orphan is
   * settled or belongs to another pool.
   */
  begin(statementId: string, retryMs: number, pools: string[]): Promise<Orphan | null>;
  settle(statementId: string, outcome: OrphanOutcome): Promise<void>;
}

export function createOrphanRepository(database: Database): OrphanRepository {
  return {
    begin: async (statementId, retryMs, pools) => {
      const query = sqlQuery('beginOrphan', { statementId, retryMs, pools, pool: poolOfOrphan });
      const row = await queryRow(database, orphanRow, query);
      return row === undefined ? null : orphanOf(row);
    },
    settle: async (statementId, outcome) => {
      await database.$executeRaw`
        update orphans set settled_at = now(), outcome = ${outcome}
        where statement_id = ${statementId}::uuid and settled_at is null`;
    },
  };
}

const orphanRow = z.object({
  tries: z.int(),
  executionId: z.string(),
  connection: z
    .object({
      id: z.string(),
      driver: z.string(),
      maxRows: z.int().nullable(),
      queryTimeoutSeconds: z.int().nullable(),
      readOnly: z.boolean(),
    })
    .nullable(),
  encryptedData: bytesColumn.nullable(),
  user: principalRow.nullable(),
});

const orphanOf = ({ connection, encryptedData, ...rest }: z.infer<typeof orphanRow>): Orphan => ({
  ...rest,
  connection:
    connection === null || encryptedData === null
      ? null
      : // A pause does not apply: the orphan is cancelled, nothing is sent.
        { ...connection, encryptedData, pausedUntil: null },
});

/** SQL of an orphan's pool: that of its connection, or of its batch when the connection was deleted. */
const poolOfOrphan = Prisma.sql`(
  select coalesce(c.worker_pool, b.worker_pool)
  from statements s join batches b on b.id = s.batch_id left join connections c on c.id = b.connection_id
  where s.id = orphans.statement_id)`;

/** An orphan whose job was lost is enqueued again after this time. */
const REDELIVERY_MS = 30_000;

const dueOrphan = z.object({ id: z.string(), pool: z.string() });

/** An orphan to be cancelled by a worker of its pool. */
export type DueOrphan = z.infer<typeof dueOrphan>;

/** The orphans that are due; each is due again later, in case its job is lost. */
export async function dueOrphans(
  transaction: Prisma.TransactionClient,
  limit: number,
): Promise<DueOrphan[]> {
  return queryRows(
    transaction,
    dueOrphan,
    Prisma.sql`
      update orphans set due_at = now() + ${REDELIVERY_MS} * interval '1 millisecond'
      where statement_id in (
        select statement_id from orphans
        where settled_at is null and due_at <= now()
        order by due_at limit ${limit}
        for update skip locked)
      returning statement_id::text as id, ${poolOfOrphan} as pool`,
  );
}
