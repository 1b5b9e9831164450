import type { ColumnInfo } from '@sluice/contracts';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, queryRows } from '../../query.js';
import { claimNext, type Claim, type ClaimedBatch, type ClaimRequest } from './claims.js';
import { adoptStatement, handOver, type Adoption, type NewHandover } from './handovers.js';
import { release, releaseRefused, settleAbandoned } from './releases.js';
import {
  endBatch,
  finishStatement,
  reportProgress,
  startStatement,
  type BatchEnd,
  type FinishedStatement,
} from './transitions.js';

/** A batch that a worker holds. */
export interface HeldBatch {
  batchId: string;
  leaseToken: string;
  cancelAsked: boolean;
}

/** State of a claim after a compare-and-set changed nothing. */
export type ClaimState = 'lost' | 'cancel_asked' | 'held';

/**
 * Every status change of a running batch. Each is a compare-and-set on the claim, the expected status and the
 * worker's lease by the database's clock, and locks the batch row first. When a method returns `false` it changed
 * nothing, and the caller must stop.
 */
export interface ExecutionRepository {
  /**
   * Claims the next waiting batch, round-robin over tenants. Skips batches whose connection, user, tenant or
   * client has no free slot. Null when no batch may start or this worker's lease has ended.
   */
  claimNext(request: ClaimRequest): Promise<ClaimedBatch | null>;
  /**
   * queued → started, committed before the first byte is sent. Returns the start time; null when nothing was
   * changed, for example because a cancel was requested.
   */
  startStatement(
    claim: Claim,
    statementId: string,
    executionId: string | null,
  ): Promise<Date | null>;
  /** Stores what another worker needs to adopt the statement; replaces the handover before it. */
  handOver(claim: Claim, handover: NewHandover): Promise<boolean>;
  /** Adopts a running statement that was handed over. Null when nothing was changed. */
  adoptStatement(claim: Claim, statementId: string): Promise<Adoption | null>;
  /** Stores the number of rows that a running statement has produced so far. */
  reportProgress(
    claim: Claim,
    statementId: string,
    rowCount: number,
    columns: ColumnInfo[] | null,
  ): Promise<boolean>;
  /** started → finished; ends the batch, too, when the statement is the last one. */
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
  /** Returns a batch to the queue when nothing of it was sent, or when another worker can adopt it. */
  release(claim: Claim): Promise<boolean>;
  /**
   * Returns a batch to the queue because its target database refused a session, and bounds what may start on its
   * connection; see `full_slots`. False, with nothing changed, when any of it was sent or a cancel was requested.
   */
  releaseRefused(claim: Claim): Promise<boolean>;
  state(claim: Claim): Promise<ClaimState>;
  /** The batches that the worker holds according to the database, with their cancel requests. */
  held(workerId: string): Promise<HeldBatch[]>;
}

const heldRow = z.object({ batchId: z.string(), leaseToken: z.string(), cancelAsked: z.boolean() });

export function createExecutionRepository(database: Database): ExecutionRepository {
  return {
    claimNext: (request) => claimNext(database, request),
    startStatement: (claim, statementId, executionId) =>
      startStatement(database, claim, statementId, executionId),
    handOver: (claim, handover) => handOver(database, claim, handover),
    adoptStatement: (claim, statementId) => adoptStatement(database, claim, statementId),
    reportProgress: (claim, statementId, rowCount, columns) =>
      reportProgress(database, claim, { statementId, rowCount, columns }),
    finishStatement: (claim, statementId, result, isLast) =>
      finishStatement(database, claim, { ...result, statementId, isLast }),
    end: (claim, end) => endBatch(database, claim, end),
    settleAbandoned: (claim) => settleAbandoned(database, claim),
    release: (claim) => release(database, claim),
    releaseRefused: (claim) => releaseRefused(database, claim),
    state: (claim) => claimState(database, claim),
    held: (workerId) =>
      queryRows(
        database,
        heldRow,
        Prisma.sql`
          select id::text as "batchId", lease_token::text as "leaseToken",
            cancel_requested_at is not null as "cancelAsked"
          from batches
          where worker_id = ${workerId} and status = 'started' and lease_token is not null`,
      ),
  };
}

const cancelRow = z.object({ asked: z.boolean() });

async function claimState(
  database: Database,
  { batchId, leaseToken, workerId }: Claim,
): Promise<ClaimState> {
  const row = await queryRow(
    database,
    cancelRow,
    Prisma.sql`
      select cancel_requested_at is not null as asked from batches
      where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
        and exists (select from workers where id = ${workerId} and lease_expires_at > now())`,
  );
  if (row === undefined) return 'lost';
  return row.asked ? 'cancel_asked' : 'held';
}
