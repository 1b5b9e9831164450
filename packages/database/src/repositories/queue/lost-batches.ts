import type { StatementError } from '@sluice/contracts';
import { z } from 'zod';
import { channels } from '../../channels.js';
import { Prisma } from '../../generated/client.js';
import { queryRows, sqlQuery } from '../../query.js';
import { anyRow, idRow } from '../../rows.js';
import { countCrashes } from '../connections/connection-crashes.js';

/** State of a batch whose worker is lost. The caller's transaction has locked its row. */
export const lostBatchRow = z.object({
  id: z.string(),
  /** Nothing was sent: every statement is still queued. */
  isUntouched: z.boolean(),
  /** Every statement is finished; only the batch's own end is missing. */
  isDone: z.boolean(),
  /** Its statements run on their server, and another worker can adopt them. */
  isAdoptable: z.boolean(),
});
export type LostBatch = z.infer<typeof lostBatchRow>;

/** Outcomes of lost batches. */
export interface SettledBatches {
  /** Number of batches that wait again. */
  released: number;
  /** Number of batches that ended. */
  reaped: number;
  /** Connections that are paused now because their batches crashed too many processes. */
  paused: string[];
}

const workerLost: StatementError = {
  title:
    'The worker running this statement was lost. It may or may not have taken effect. It was not run again.',
  outcome: 'unknown',
  code: 'worker_lost',
};

const effectUnknown = 'It may or may not have taken effect. It was not run again.';

const outOfMemory: StatementError = {
  title: 'The statement used more memory than allowed.',
  detail: effectUnknown,
  outcome: 'unknown',
  code: 'memory',
};

/** Several statements ran in the process, so the one that filled its memory is not known. */
const outOfMemoryBeside: StatementError = {
  title:
    'The worker running this statement ran out of memory, because of this statement or of one beside it.',
  detail: effectUnknown,
  outcome: 'unknown',
  code: 'worker_lost',
};

const workerLostBetween: StatementError = {
  title: 'The worker of this batch was lost before this statement was sent.',
  outcome: 'not_run',
  code: 'worker_lost',
};

/**
 * Settles lost batches. A batch of which nothing was sent waits for a worker again, and so does one that another
 * worker can adopt. A batch whose statements all finished is finished. Any other batch ends in error and is never run
 * again.
 */
export async function settleLostBatches(
  transaction: Prisma.TransactionClient,
  lost: LostBatch[],
): Promise<SettledBatches> {
  const released = idsOf(lost.filter((batch) => batch.isUntouched));
  const done = idsOf(lost.filter((batch) => batch.isDone));
  const rest = lost.filter((batch) => !batch.isUntouched && !batch.isDone);
  const adoptable = idsOf(rest.filter((batch) => batch.isAdoptable));
  const broken = idsOf(rest.filter((batch) => !batch.isAdoptable));
  const paused = rest.length > 0 ? await countCrashes(transaction, idsOf(rest)) : [];
  if (released.length > 0) await releaseUntouched(transaction, released);
  if (done.length > 0) await finishBatches(transaction, done);
  if (adoptable.length > 0) await releaseAdoptable(transaction, adoptable);
  if (broken.length > 0) await endLost(transaction, broken);
  return {
    released: released.length + adoptable.length,
    reaped: done.length + broken.length,
    paused,
  };
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

/** The version grows because readers see that the batch waits again. */
const releaseBatches = (transaction: Prisma.TransactionClient, ids: string[]) =>
  transaction.$executeRaw`
    update batches
    set worker_id = null, lease_token = null, claimed_at = null, dispatched_at = 'epoch',
      version = version + 1, updated_at = now()
    where id = any(${ids}::uuid[])`;

async function releaseUntouched(
  transaction: Prisma.TransactionClient,
  ids: string[],
): Promise<void> {
  await releaseBatches(transaction, ids);
  const query = sqlQuery('cancelReleasedBatches', { ids, channel: channels.batchEnded });
  await queryRows(transaction, anyRow, query);
}

/** The worker that adopts a batch also carries out a cancel request. */
async function releaseAdoptable(
  transaction: Prisma.TransactionClient,
  ids: string[],
): Promise<void> {
  await transaction.$executeRaw`
    update handovers set losses = losses + 1 where batch_id = any(${ids}::uuid[])`;
  await releaseBatches(transaction, ids);
}

async function finishBatches(transaction: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await transaction.$queryRaw`
    with finished as (
      update batches
      set status = 'finished', stop_time = now(), updated_at = now(), version = version + 1,
        cancel_outcome = case when cancel_requested_at is not null then 'too_late' end
      where id = any(${ids}::uuid[])
      returning id
    )
    select pg_notify(${channels.batchEnded}, id::text)::text from finished`;
}

/**
 * Ends batches that wait to be adopted and that no worker has adopted in time.
 *
 * @param condition SQL over `batches b`.
 * @returns how many there were.
 */
export async function endUnadopted(
  transaction: Prisma.TransactionClient,
  condition: Prisma.Sql,
): Promise<number> {
  const rows = await queryRows(
    transaction,
    idRow,
    Prisma.sql`
      select b.id::text from batches b
      where b.status = 'started' and b.lease_token is null
        and exists (select from handovers h where h.batch_id = b.id) and ${condition}
      for update of b skip locked`,
  );
  if (rows.length > 0) await endLost(transaction, idsOf(rows));
  return rows.length;
}

async function endLost(transaction: Prisma.TransactionClient, ids: string[]): Promise<void> {
  const query = sqlQuery('endLostBatches', {
    ids,
    workerLost: JSON.stringify(workerLost),
    outOfMemory: JSON.stringify(outOfMemory),
    outOfMemoryBeside: JSON.stringify(outOfMemoryBeside),
    workerLostBetween: JSON.stringify(workerLostBetween),
    channel: channels.batchEnded,
  });
  await queryRows(transaction, anyRow, query);
}
