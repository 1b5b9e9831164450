import { statementStatuses } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow, sqlQuery } from '../../query.js';
import { bytesColumn, jsonObjectColumn, principalRow } from '../../rows.js';
import { storedParameters, type StoredParameters } from './stored-parameters.js';

/** A worker's claim on a batch. The lease token is new for every claim and fences out an earlier holder. */
export interface Claim {
  batchId: string;
  workerId: string;
  leaseToken: string;
}

/** SQL that locks the batch row and returns its ID; no row when the claim or the worker's lease has ended. */
export const heldBatch = ({ batchId, workerId, leaseToken }: Claim): Prisma.Sql => Prisma.sql`
  select id from batches
  where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
    and exists (select from workers where id = ${workerId} and lease_expires_at > now())
  for update`;

/** Limits on running batches; 0 disables a limit. A connection's own limit is in its row. */
export interface RunningLimits {
  perTenant: number;
  perUser: number;
}

/** A worker's request for its next batch. */
export interface ClaimRequest extends Omit<Claim, 'batchId'> {
  limits: RunningLimits;
  /** True: batches of this worker's connection clients. False: batches without a client. */
  ofClients: boolean;
}

/** Everything that a worker needs to run a batch, read in the round trip of the claim. */
export interface ClaimedBatch {
  id: string;
  /** A limit is in force, so the end of this batch may let a waiting batch start. */
  limited: boolean;
  connectionId: string;
  connectionClientId: string | null;
  userId: string;
  /** The personal token that created it only reads. */
  readOnly: boolean;
  /** Milliseconds from the batch's creation to this claim, by the database's clock. */
  waitedMs: number;
  /** W3C traceparent of the request that created the batch; null without tracing. */
  traceParent: string | null;
  /** In order. */
  statements: ClaimedStatement[];
  /** Values of the statements' placeholders. */
  parameters: StoredParameters;
  /** Encrypted session; set when the batch must be adopted from another worker. */
  handover: Uint8Array | null;
  /** Null when the connection was deleted. */
  connection: ClaimedConnection | null;
  /** The user whose access the batch uses; null when it was deleted. */
  user: ClaimedUser | null;
  /** Whether this user may use the connection now. */
  allowed: boolean;
  /** The user who created the batch is active. */
  isUserActive: boolean;
}

const claimedStatement = z.object({
  id: z.string(),
  sequence: z.int(),
  text: z.string(),
  /** Differs from `queued` only in a batch that is adopted. */
  status: z.enum(statementStatuses),
  executionId: z.string().nullable(),
  /** See `filledPlaceholders`. */
  placeholders: z.string().nullable(),
});

/** A statement of a claimed batch. */
export type ClaimedStatement = z.infer<typeof claimedStatement>;

/** The connection of a claimed batch, with its data still encrypted. */
export interface ClaimedConnection {
  id: string;
  driver: string;
  encryptedData: Uint8Array;
  /** The lower limit of the connection and of the batch's personal token. */
  maxRows: number | null;
  queryTimeoutSeconds: number | null;
  /** The connection is read-only, or the batch is. */
  readOnly: boolean;
  /** Batches of the connection are not sent until then, because they crashed workers; null when it is not paused. */
  pausedUntil: Date | null;
}

/** The user whose values fill the connection's templates. */
export type ClaimedUser = z.infer<typeof principalRow>;

/** Columns of `batches` are null when the batch is not visible yet. */
const claimRow = z.object({
  claimed: z.string().nullable(),
  limited: z.boolean(),
  connection_id: z.string().nullable(),
  connection_client_id: z.string().nullable(),
  user_id: z.string().nullable(),
  waited_ms: z.number().nullable(),
  trace_parent: z.string().nullable(),
  statements: z.array(claimedStatement).nullable(),
  parameters: z.string().nullable(),
  handover: bytesColumn.nullable(),
  c_id: z.string().nullable(),
  driver: z.string().nullable(),
  encrypted_data: bytesColumn.nullable(),
  max_rows: z.int().nullable(),
  query_timeout_seconds: z.int().nullable(),
  read_only: z.boolean().nullable(),
  batch_read_only: z.boolean().nullable(),
  paused_until: z.date().nullable(),
  u_id: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: principalRow.shape.role.nullable(),
  disabled: z.boolean().nullable(),
  data: jsonObjectColumn.nullable(),
  allowed: z.boolean(),
  is_user_active: z.boolean().nullable(),
});
type ClaimRow = z.infer<typeof claimRow>;

const claimedBatchRow = claimRow.extend({
  user_id: z.string(),
  connection_id: z.string(),
  waited_ms: z.number(),
  batch_read_only: z.boolean(),
  statements: z.array(claimedStatement),
});

const connectionColumns = z.object({
  c_id: z.string(),
  driver: z.string(),
  encrypted_data: bytesColumn,
  read_only: z.boolean(),
});

/** Claims the next batch; see {@link ClaimRequest}. Null when no batch may start. */
export async function claimNext(
  database: Database,
  { workerId, leaseToken, limits, ofClients }: ClaimRequest,
): Promise<ClaimedBatch | null> {
  const row = await readClaimed(
    database,
    Prisma.sql`claim_batch(
      ${workerId}, ${leaseToken}::uuid, ${ofClients}, ${limits.perTenant}::int, ${limits.perUser}::int)`,
  );
  if (row?.claimed == null) return null;
  const { claimed: id, limited } = row;
  // A batch that was written while the claim waited for its lock is not visible to the same query.
  const visible =
    row.connection_id === null
      ? await readClaimed(
          database,
          Prisma.sql`(select ${id}::uuid as claimed, ${limited}::boolean as limited)`,
        )
      : row;
  return visible?.connection_id == null ? null : claimedBatch(id, visible);
}

const readClaimed = (database: Database, claim: Prisma.Sql): Promise<ClaimRow | undefined> =>
  queryRow(database, claimRow, sqlQuery('readClaimedBatch', { claim }));

function claimedBatch(id: string, visible: ClaimRow): ClaimedBatch {
  const row = claimedBatchRow.parse(visible);
  return {
    id,
    limited: row.limited,
    connectionId: row.connection_id,
    connectionClientId: row.connection_client_id,
    userId: row.user_id,
    readOnly: row.batch_read_only,
    waitedMs: row.waited_ms,
    traceParent: row.trace_parent,
    statements: row.statements,
    parameters: storedParameters(row.parameters),
    handover: row.handover,
    connection: row.c_id === null ? null : claimedConnection(row),
    user: row.u_id === null ? null : principalRow.parse({ ...row, id: row.u_id }),
    allowed: row.allowed,
    isUserActive: row.is_user_active === true,
  };
}

function claimedConnection(row: ClaimRow): ClaimedConnection {
  const { c_id, driver, encrypted_data, read_only } = connectionColumns.parse(row);
  return {
    id: c_id,
    driver,
    encryptedData: encrypted_data,
    maxRows: row.max_rows,
    queryTimeoutSeconds: row.query_timeout_seconds,
    readOnly: read_only || row.batch_read_only === true,
    pausedUntil: row.paused_until,
  };
}
