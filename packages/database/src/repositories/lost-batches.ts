import type { StatementError } from '@sluice/contracts';
import type { Prisma } from '../generated/client.js';
import { channels } from '../channels.js';
import { countCrashes } from './connection-crashes.js';

/** A batch that its worker no longer runs, its row locked by the caller's transaction. */
export interface LostBatch {
  id: string;
  /** Nothing was sent: every statement is still queued. */
  untouched: boolean;
  /** Every statement is finished; only the batch's own end is missing. */
  done: boolean;
  /** Its statements live on their server, and another worker can go on with them. */
  adoptable: boolean;
}

/** What became of lost batches. */
export interface SettledBatches {
  /** Those that wait again. */
  released: number;
  /** Those that ended. */
  reaped: number;
  /** Connections whose batches have ended too many processes: they are paused. */
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

/** Several ran in the process that died, and nobody can tell which of them it was. */
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
 * Gives lost batches their honest end: what had sent nothing waits for a worker again, so does what
 * another worker can go on with; what had run to its end is finished, all else ends in error and is never
 * run again.
 */
export async function settleLostBatches(
  transaction: Prisma.TransactionClient,
  lost: LostBatch[],
): Promise<SettledBatches> {
  const released = lost.filter((batch) => batch.untouched).map((batch) => batch.id);
  const done = lost.filter((batch) => batch.done).map((batch) => batch.id);
  const rest = lost.filter((batch) => !batch.untouched && !batch.done);
  const left = rest.filter((batch) => batch.adoptable).map((batch) => batch.id);
  const broken = rest.filter((batch) => !batch.adoptable).map((batch) => batch.id);
  const paused =
    rest.length > 0
      ? await countCrashes(
          transaction,
          rest.map((batch) => batch.id),
        )
      : [];
  if (released.length > 0) await releaseBatches(transaction, released);
  if (done.length > 0) await finishBatches(transaction, done);
  if (left.length > 0) await leaveBatches(transaction, left);
  if (broken.length > 0) await endBatches(transaction, broken);
  return { released: released.length + left.length, reaped: done.length + broken.length, paused };
}

/** Whoever takes one over also carries out a cancel that was asked. */
async function leaveBatches(transaction: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await transaction.$executeRaw`
    with counted as (
      update handovers set losses = losses + 1 where batch_id = any(${ids}::uuid[])
    )
    update batches
    set worker_id = null, lease_token = null, claimed_at = null, dispatched_at = 'epoch',
      -- Readers see that it waits again.
      version = version + 1, updated_at = now()
    where id = any(${ids}::uuid[])`;
}

/**
 * Ends batches that wait for a worker to go on with them, for want of one.
 *
 * @param which SQL after `from batches b where`.
 */
export async function endLeftBatches(
  transaction: Prisma.TransactionClient,
  which: Prisma.Sql,
): Promise<number> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    select b.id::text from batches b
    where b.status = 'started' and b.lease_token is null
      and exists (select from handovers h where h.batch_id = b.id) and ${which}
    for update of b skip locked`;
  if (rows.length > 0) {
    await endBatches(
      transaction,
      rows.map((row) => row.id),
    );
  }
  return rows.length;
}

async function releaseBatches(transaction: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await transaction.$executeRaw`
    update batches
    set worker_id = null, lease_token = null, claimed_at = null, dispatched_at = 'epoch',
      -- Readers see that it waits again.
      version = version + 1, updated_at = now()
    where id = any(${ids}::uuid[])`;
  // Nothing was sent: a cancel that the lost worker never saw is carried out here.
  await transaction.$queryRaw`
    with ended as (
      update batches
      set status = 'cancelled', stop_time = now(), updated_at = now(), version = version + 1,
        cancel_confirmed_at = now(), cancel_outcome = 'confirmed'
      where id = any(${ids}::uuid[]) and cancel_requested_at is not null
      returning id
    ), cancelled as (
      update statements set status = 'cancelled', updated_at = now()
      from ended where batch_id = ended.id
    )
    select pg_notify(${channels.batchEnded}, id::text)::text from ended`;
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
 * A started statement may still run in its database: with its end it becomes an orphan, for a worker
 * to stop. Not when its worker lives and has merely given it up: that one has closed the session, which
 * may serve nobody else by then.
 */
async function endBatches(transaction: Prisma.TransactionClient, ids: string[]): Promise<void> {
  await transaction.$queryRaw`
    with fault as (
      select distinct on (s.batch_id) s.id, s.batch_id, s.status, s.execution_id, b.worker_id
      from statements s join batches b on b.id = s.batch_id
      where s.batch_id = any(${ids}::uuid[]) and s.status in ('queued', 'started')
      order by s.batch_id, s.sequence
    ), beside as (
      select worker_id, count(*) as running from fault where status = 'started' group by worker_id
    ), sent as (
      select fault.id, fault.batch_id, fault.execution_id, w.lease_expires_at > now() as is_alive,
        case when w.lost_cause is distinct from 'memory' then ${JSON.stringify(workerLost)}::jsonb
          when beside.running = 1 then ${JSON.stringify(outOfMemory)}::jsonb
          else ${JSON.stringify(outOfMemoryBeside)}::jsonb end as error
      from fault left join beside using (worker_id) left join workers w on w.id = fault.worker_id
      where fault.status = 'started'
    ), orphaned as (
      insert into orphans (statement_id)
      select id from sent where execution_id is not null and is_alive is not true
      on conflict do nothing
    ), ended_statements as (
      update statements s
      set status = case when s.id = fault.id then 'error' else 'cancelled' end,
        error = case
          when s.id <> fault.id then null
          when fault.status = 'started' then (select sent.error from sent where sent.id = s.id)
          else ${JSON.stringify(workerLostBetween)}::jsonb end,
        stop_time = case when s.start_time is not null then now() end,
        updated_at = now()
      from fault
      where s.batch_id = fault.batch_id and s.status in ('queued', 'started')
    ), ended as (
      update batches
      set status = 'error', stop_time = now(), updated_at = now(), version = version + 1,
        -- Its session closed with the worker. Between two statements nothing ran that had to stop.
        cancel_outcome = case when cancel_requested_at is not null then
          case when exists (select from sent where sent.batch_id = batches.id)
            then 'connection_closed' else 'confirmed' end end,
        cancel_confirmed_at = case when cancel_requested_at is not null then now() end
      where id = any(${ids}::uuid[])
      returning id
    )
    select pg_notify(${channels.batchEnded}, id::text)::text from ended`;
}
