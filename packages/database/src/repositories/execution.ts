import type { ColumnInfo, StatementError } from '@sluice/contracts';
import type { Database } from '../client.js';
import type { Prisma } from '../generated/client.js';
import { channels } from '../channels.js';
import {
  claimNext,
  heldBatch,
  type Claim,
  type ClaimedBatch,
  type ClaimRequest,
} from './claims.js';
import { adoptStatement, handOver, type Adoption, type NewHandover } from './handovers.js';
import { settleLostBatches, type LostBatch } from './lost-batches.js';

/** The result of a statement that ran to its end and whose rows are stored. */
export interface FinishedStatement {
  columns: ColumnInfo[] | null;
  rowCount: number | null;
  affectedRows: number | null;
  command: string | null;
  resultsPath: string | null;
  bytes: number | null;
  checksum: number | null;
  truncatedBy: 'rows' | 'bytes' | null;
  notices: string[];
  expiresAt: Date | null;
}

/** How a batch that did not finish ends. */
export interface BatchEnd {
  status: 'error' | 'cancelled';
  /** The statement at fault; null when none was (a cancel between two statements). */
  statementId: string | null;
  error: StatementError | null;
  cancelOutcome?: 'confirmed' | 'connection_closed' | undefined;
  /** The statement at fault may still run on its server: somebody is to stop it by its execution id. */
  orphaned?: boolean | undefined;
}

/** A batch that a worker holds. */
export interface HeldBatch {
  batchId: string;
  leaseToken: string;
  cancelAsked: boolean;
}

/** Where a claim stands when a compare-and-set found nothing to change. */
export type ClaimState = 'lost' | 'cancel_asked' | 'held';

/**
 * Every status change of a running batch: compare-and-set on the claim, the expected status and the
 * worker's lease by the database's clock, the batch's row locked first. A method that answers `false`
 * changed nothing, and the caller must not go on.
 */
export interface ExecutionRepository {
  /**
   * Takes the waiting batch whose turn it is, once: one of each tenant, then the next of each, and none
   * whose connection, user, tenant or client has no free slot. Null when there is none, or when this
   * worker's lease is over.
   */
  claimNext(request: ClaimRequest): Promise<ClaimedBatch | null>;
  /**
   * queued → started, committed before the first byte is sent. Gives the start time; null when
   * nothing was changed, also because a cancel was asked.
   */
  startStatement(
    claim: Claim,
    statementId: string,
    executionId: string | null,
  ): Promise<Date | null>;
  /** Keeps what another worker needs to go on, in place of what was kept before. */
  handOver(claim: Claim, handover: NewHandover): Promise<boolean>;
  /** Takes over a running statement that was handed over. Null when nothing was changed. */
  adoptStatement(claim: Claim, statementId: string): Promise<Adoption | null>;
  /** Rows stored so far of a running statement. */
  reportProgress(
    claim: Claim,
    statementId: string,
    rowCount: number,
    columns: ColumnInfo[] | null,
  ): Promise<boolean>;
  /** started → finished; the batch too when it was the last. */
  finishStatement(
    claim: Claim,
    statementId: string,
    result: FinishedStatement,
    isLast: boolean,
  ): Promise<boolean>;
  /** Ends the batch and every statement that is not final, in one transaction. */
  end(claim: Claim, end: BatchEnd): Promise<boolean>;
  /** Settles a batch that its worker holds and no longer runs, as the sweep would. */
  settleAbandoned(claim: Claim): Promise<boolean>;
  /**
   * Gives a batch back that has not sent anything, or that another worker can go on with; it is dispatched
   * again.
   */
  release(claim: Claim): Promise<boolean>;
  /**
   * Gives a batch back whose target database accepts no more sessions, and bounds what may start on its
   * connection: see `full_slots`. False, with nothing changed, when any of it was sent or a cancel was asked.
   */
  releaseRefused(claim: Claim): Promise<boolean>;
  state(claim: Claim): Promise<ClaimState>;
  /** All that the worker holds by the database's word, cancel requests included. */
  held(workerId: string): Promise<HeldBatch[]>;
}

export function createExecutionRepository(database: Database): ExecutionRepository {
  return {
    claimNext: (request) => claimNext(database, request),
    startStatement: (claim, statementId, executionId) =>
      startStatement(database, claim, statementId, executionId),
    handOver: (claim, handover) => handOver(database, claim, handover),
    adoptStatement: (claim, statementId) => adoptStatement(database, claim, statementId),
    reportProgress: (claim, statementId, rowCount, columns) =>
      reportProgress(database, claim, statementId, rowCount, columns),
    finishStatement: (claim, statementId, result, isLast) =>
      finishStatement(database, claim, statementId, result, isLast),
    end: (claim, end) => endBatch(database, claim, end),
    settleAbandoned: (claim) => settleAbandoned(database, claim),
    release: (claim) => release(database, claim),
    releaseRefused: (claim) => releaseRefused(database, claim),
    state: (claim) => claimState(database, claim),
    held: (workerId) => database.$queryRaw<HeldBatch[]>`
      select id::text as "batchId", lease_token::text as "leaseToken",
        cancel_requested_at is not null as "cancelAsked"
      from batches
      where worker_id = ${workerId} and status = 'started' and lease_token is not null`,
  };
}

async function startStatement(
  database: Database,
  { batchId, workerId, leaseToken }: Claim,
  statementId: string,
  executionId: string | null,
): Promise<Date | null> {
  const [started] = await database.$queryRaw<{ startTime: Date }[]>`
    with held as (
      select id from batches
      where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
        and cancel_requested_at is null
        and exists (select from workers where id = ${workerId} and lease_expires_at > now())
      for update
    ), started as (
      update statements
      set status = 'started', start_time = now(), updated_at = now(), execution_id = ${executionId}
      from held
      where statements.id = ${statementId}::uuid and batch_id = held.id and status = 'queued'
      returning batch_id, start_time
    ), changed as (
      update batches set version = version + 1, updated_at = now()
      from started where batches.id = started.batch_id
      returning batches.id, started.start_time
    )
    select pg_notify(${channels.batchChanged}, id::text)::text, start_time as "startTime"
    from changed`;
  return started?.startTime ?? null;
}

async function reportProgress(
  database: Database,
  { batchId, leaseToken }: Claim,
  statementId: string,
  rowCount: number,
  columns: ColumnInfo[] | null,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    with held as (
      select id from batches
      where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
      for update
    ), progressed as (
      update statements
      set row_count = ${rowCount}, columns = ${json(columns)}::jsonb, updated_at = now()
      from held
      where statements.id = ${statementId}::uuid and batch_id = held.id and status = 'started'
      returning batch_id
    ), changed as (
      update batches set version = version + 1, updated_at = now()
      from progressed where batches.id = progressed.batch_id
      returning batches.id
    )
    select pg_notify(${channels.batchChanged}, id::text)::text from changed`;
  return rows.length === 1;
}

async function finishStatement(
  database: Database,
  claim: Claim,
  statementId: string,
  result: FinishedStatement,
  isLast: boolean,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    with held as (${heldBatch(claim)}), finished as (
      update statements
      set status = 'finished', stop_time = now(), updated_at = now(),
        columns = ${json(result.columns)}::jsonb, row_count = ${result.rowCount},
        affected_rows = ${result.affectedRows}, command = ${result.command},
        results_path = ${result.resultsPath}, bytes = ${result.bytes},
        checksum = ${result.checksum}, truncated_by = ${result.truncatedBy},
        incomplete = ${result.truncatedBy !== null}, notices = ${json(result.notices)}::jsonb,
        expires_at = ${result.expiresAt}
      from held
      where statements.id = ${statementId}::uuid and batch_id = held.id and status = 'started'
      returning batch_id
    ), changed as (
      update batches
      set version = version + 1, updated_at = now(),
        row_count = case when ${result.rowCount}::bigint is null then row_count
          else coalesce(row_count, 0) + ${result.rowCount}::bigint end,
        incomplete = coalesce(incomplete, false) or ${result.truncatedBy !== null},
        status = case when ${isLast} then 'finished' else status end,
        stop_time = case when ${isLast} then now() end,
        cancel_outcome = case when ${isLast} and cancel_requested_at is not null then 'too_late'
          else cancel_outcome end
      from finished where batches.id = finished.batch_id
      returning batches.id
    )
    select pg_notify(${isLast ? channels.batchEnded : channels.batchChanged}, id::text)::text from changed`;
  return rows.length === 1;
}

async function endBatch(
  database: Database,
  { batchId, leaseToken }: Claim,
  { status, statementId, error, cancelOutcome, orphaned }: BatchEnd,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    with held as (
      select id from batches
      where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
      for update
    ), ended as (
      update statements
      set status = case when statements.id = ${statementId}::uuid then ${status} else 'cancelled' end,
        error = case when statements.id = ${statementId}::uuid then ${json(error)}::jsonb end,
        stop_time = case when start_time is not null then now() end,
        updated_at = now()
      from held
      where batch_id = held.id and status in ('queued', 'started')
    ), orphaned as (
      insert into orphans (statement_id)
      select s.id from statements s join held on held.id = s.batch_id
      where s.id = ${statementId}::uuid and s.execution_id is not null and ${orphaned ?? false}
      on conflict do nothing
    ), changed as (
      update batches
      set version = version + 1, updated_at = now(), status = ${status}, stop_time = now(),
        cancel_confirmed_at = case when ${cancelOutcome ?? null}::text is not null then now() end,
        cancel_outcome = case when cancel_requested_at is not null
          then coalesce(${cancelOutcome ?? null}, 'too_late') end
      from held where batches.id = held.id
      returning batches.id
    )
    select pg_notify(${channels.batchEnded}, id::text)::text from changed`;
  return rows.length === 1;
}

async function release(database: Database, { batchId, leaseToken }: Claim): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    update batches
    set worker_id = null, lease_token = null, claimed_at = null, dispatched_at = 'epoch',
      -- Readers see that it waits again.
      version = version + 1, updated_at = now()
    where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
      and (is_adoptable(${batchId}::uuid) or not exists (
        select from statements where batch_id = ${batchId}::uuid and status <> 'queued'))
    returning id`;
  return rows.length === 1;
}

async function releaseRefused(
  database: Database,
  { batchId, leaseToken }: Claim,
): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>`
    with released as (
      update batches
      set worker_id = null, lease_token = null, claimed_at = null, dispatched_at = 'epoch',
        -- Readers see that it waits again.
        version = version + 1, updated_at = now()
      where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
        and cancel_requested_at is null
        and not exists (select from statements where batch_id = ${batchId}::uuid and status <> 'queued')
      returning connection_id
    )
    insert into target_limits as known (connection_id, running, refused_at)
    select connection_id, (
      select count(*) from batches b
      where b.connection_id = released.connection_id and b.id <> ${batchId}::uuid
        and b.status = 'started' and b.lease_token is not null), clock_timestamp()
    from released
    on conflict (connection_id) do update
    -- Of several that are refused at a time each sees the others as running: the least is nearest.
    set running = case when known.refused_at > clock_timestamp() - interval '1 second'
        then least(known.running, excluded.running) else excluded.running end,
      refused_at = excluded.refused_at
    returning connection_id`;
  return rows.length === 1;
}

async function settleAbandoned(
  database: Database,
  { batchId, leaseToken }: Claim,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const lost = await transaction.$queryRaw<LostBatch[]>`
      with held as (
        select id from batches
        where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
        for update
      )
      select held.id::text,
        bool_and(s.status = 'queued') as untouched, bool_and(s.status = 'finished') as done,
        -- Its worker, which lives, has closed the session.
        false as adoptable
      from held join statements s on s.batch_id = held.id
      group by held.id`;
    const { released, reaped } = await settleLostBatches(transaction, lost);
    return released + reaped === 1;
  });
}

async function claimState(
  database: Database,
  { batchId, leaseToken, workerId }: Claim,
): Promise<ClaimState> {
  const [row] = await database.$queryRaw<{ asked: boolean }[]>`
    select cancel_requested_at is not null as asked from batches
    where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
      and exists (select from workers where id = ${workerId} and lease_expires_at > now())`;
  if (row === undefined) return 'lost';
  return row.asked ? 'cancel_asked' : 'held';
}

const json = (value: Prisma.InputJsonValue | object | null): string | null =>
  value === null ? null : JSON.stringify(value);
