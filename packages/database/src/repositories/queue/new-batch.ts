import type { Prisma } from '../../generated/client.js';
import type { BatchWithStatements } from './batch-reads.js';
import type { StoredParameters, StoredPlaceholder } from './stored-parameters.js';

/** A batch to be written; its statements are numbered in the given order. */
export interface NewBatch {
  connectionId: string;
  connectionClientId: string | null;
  queryId: string | null;
  name: string | null;
  batchText: string;
  selectedText: string | null;
  chart: Prisma.InputJsonValue | null;
  userId: string;
  /** The user whose access to the connection it uses; absent: its own user. */
  accessUserId?: string | undefined;
  statements: {
    text: string;
    startOffset: number;
    endOffset: number;
    placeholders?: readonly StoredPlaceholder[];
  }[];
  /** Values of the placeholders; absent without any. */
  parameters?: StoredParameters | undefined;
  /** Idempotency key of the request; null without one. */
  idempotency: Idempotency | null;
  /** The tenant that the batch counts for. */
  tenancy: Tenancy;
  /** The connection as the caller knows it; absent to skip the check. */
  expected?: ExpectedConnection | undefined;
  /** The personal token of the request; absent for other credentials. */
  token?: TokenOfBatch | undefined;
  /** The batch runs read-only, even if its token may write. */
  readOnly?: boolean | undefined;
  /** Lets later requests reuse the batch, see `reuseKey`; only of read-only batches. */
  reuseKey?: string | undefined;
  /** W3C traceparent of the request; absent without tracing. */
  traceParent?: string | null | undefined;
  /** For the audit log; absent when the batch is not recorded there. */
  audit?: BatchAudit | undefined;
  /** The commit does not wait for the disk: the caller calls `BatchRepository.flush` before it answers. */
  isDurableLater?: boolean | undefined;
}

/** The personal token that creates a batch, with its limits. */
export interface TokenOfBatch {
  id: string;
  readOnly: boolean;
  /** Maximum rows of a result; null: no limit. */
  maxRows: number | null;
}

/** Data of a new batch for the audit log. */
export interface BatchAudit {
  actorName: string | null;
  address: string;
  sqlHash: string;
  /** Null without parameters. */
  parametersHash: string | null;
}

/** The connection as it was when the text was split. */
export interface ExpectedConnection {
  driver: string;
  /** The user whose access it uses needs no access row. */
  isAdmin: boolean;
}

/** How batches are assigned to tenants. */
export interface Tenancy {
  /** Path of the tenant's name in the user's `data`; null: each user is a tenant. */
  path: string[] | null;
  /** Maximum waiting batches of a tenant; 0 disables the limit. */
  maxWaiting: number;
}

/** A batch that has just been written. */
export interface CreatedBatch {
  batch: BatchWithStatements;
  /** Position among the waiting batches of its pool, from 1 to `lastQueuePlace`. */
  position: number;
  /** A worker with a free slot was notified. */
  announced: boolean;
  /** A worker of its pool is online. */
  isServed: boolean;
}

/**
 * Why a batch was not written. `other_connection`: the connection was deleted, has another driver or is not available to
 * this user. `known_key`: the user has used the idempotency key in the last 24 hours. `too_many_waiting`: the tenant's
 * limit of waiting batches is reached.
 */
export type CreateRefusal = 'other_connection' | 'known_key' | 'too_many_waiting';

/** An idempotency key and a hash of the request's body. */
export interface Idempotency {
  key: string;
  requestHash: string;
}
