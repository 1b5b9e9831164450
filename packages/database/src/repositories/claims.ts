import type { Database } from '../client.js';
import { Prisma } from '../generated/client.js';

/** A worker's hold on a batch. The token is new for every claim: it fences out an earlier holder. */
export interface Claim {
  batchId: string;
  workerId: string;
  leaseToken: string;
}

/** SQL of the batch's id, its row locked, while the claim holds and the worker's lease lasts; else no row. */
export const heldBatch = ({ batchId, workerId, leaseToken }: Claim): Prisma.Sql => Prisma.sql`
  select id from batches
  where id = ${batchId}::uuid and lease_token = ${leaseToken}::uuid and status = 'started'
    and exists (select from workers where id = ${workerId} and lease_expires_at > now())
  for update`;

/** Limits on what runs at the same time; 0 = none. A connection's own are in its row. */
export interface RunningLimits {
  perTenant: number;
  perUser: number;
}

/** Who asks for a batch to run, and for which. */
export interface ClaimRequest extends Omit<Claim, 'batchId'> {
  limits: RunningLimits;
  /** Those that name a connection client of this worker; else those that name none. */
  ofClients: boolean;
}

/** All that a worker needs to run a batch, read in the same round trip as the claim. */
export interface ClaimedBatch {
  id: string;
  /** A limit is in force: when this batch ends, another that had to wait may start. */
  limited: boolean;
  connectionId: string;
  connectionClientId: string | null;
  userId: string;
  /** From the batch's creation to this claim, by the database's clock. */
  waitedMs: number;
  /** W3C traceparent of the request that made the batch; null when nothing was traced. */
  traceParent: string | null;
  /** When the statements were cut from the text, in order. */
  statements: ClaimedStatement[];
  /** Encrypted; set when the batch is to be gone on with where another worker was. */
  handover: Uint8Array | null;
  /** Null when the connection was deleted since. */
  connection: ClaimedConnection | null;
  /** Null when the user was deleted since. */
  user: ClaimedUser | null;
  /** Whether the user may use the connection now. */
  allowed: boolean;
}

/** A statement of a claimed batch. */
export interface ClaimedStatement {
  id: string;
  sequence: number;
  text: string;
  /** Anything but `queued` only in a batch that is gone on with. */
  status: string;
  executionId: string | null;
}

/** The connection of a claimed batch, its data still encrypted. */
export interface ClaimedConnection {
  id: string;
  driver: string;
  encryptedData: Uint8Array;
  maxRows: number | null;
  queryTimeoutSeconds: number | null;
  readOnly: boolean;
  /** While its batches end the processes that run them, none is to be sent; null when it is not paused. */
  pausedUntil: Date | null;
}

/** Whose values fill the connection's templates. */
export interface ClaimedUser {
  id: string;
  email: string;
  name: string | null;
  role: string;
  disabled: boolean;
  data: Record<string, unknown>;
}

interface ClaimRow {
  claimed: string | null;
  limited: boolean;
  connection_id: string | null;
  connection_client_id: string | null;
  user_id: string;
  waited_ms: number;
  trace_parent: string | null;
  statements: ClaimedStatement[];
  handover: Uint8Array | null;
  c_id: string | null;
  driver: string;
  encrypted_data: Uint8Array;
  max_rows: number | null;
  query_timeout_seconds: number | null;
  read_only: boolean;
  paused_until: Date | null;
  u_id: string | null;
  email: string;
  name: string | null;
  role: string;
  disabled: boolean;
  data: Record<string, unknown>;
  allowed: boolean;
}

/** The one claim; see {@link ClaimRequest}. */
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
  // A batch that was written while the claim waited for its turn is unseen by the query around it.
  const seen =
    row.connection_id === null
      ? await readClaimed(
          database,
          Prisma.sql`(select ${id}::uuid as claimed, ${limited} as limited)`,
        )
      : row;
  if (seen?.connection_id == null) return null;
  return {
    id,
    limited,
    connectionId: seen.connection_id,
    connectionClientId: seen.connection_client_id,
    userId: seen.user_id,
    waitedMs: seen.waited_ms,
    traceParent: seen.trace_parent,
    statements: seen.statements,
    handover: seen.handover,
    connection: seen.c_id === null ? null : claimedConnection(seen, seen.c_id),
    user: seen.u_id === null ? null : { ...claimedUser(seen), id: seen.u_id },
    allowed: seen.allowed,
  };
}

async function readClaimed(database: Database, claim: Prisma.Sql): Promise<ClaimRow | undefined> {
  const [row] = await database.$queryRaw<ClaimRow[]>`
    select k.claimed::text, k.limited, b.connection_id, b.connection_client_id, b.user_id,
      b.trace_parent, extract(epoch from clock_timestamp() - b.created_at)::float8 * 1000 as waited_ms,
      (select json_agg(json_build_object('id', s.id, 'sequence', s.sequence, 'text', s.statement_text,
           'status', s.status, 'executionId', s.execution_id)
         order by s.sequence) from statements s where s.batch_id = b.id) as statements,
      (select session from handovers h where h.batch_id = b.id) as handover,
      c.id as c_id, c.driver, c.encrypted_data, c.max_rows, c.query_timeout_seconds, c.read_only,
      case when c.paused_until > now() then c.paused_until end as paused_until,
      u.id as u_id, u.email, u.name, u.role, u.disabled, u.data,
      coalesce(u.role = 'admin' or exists (
        select from connection_accesses a
        where a.connection_id in (b.connection_id, '__EVERY_CONNECTION__')
          and a.user_id in (b.user_id, '__EVERYONE__') and a.expiry_date > now()), false) as allowed
    from ${claim} k
    left join batches b on b.id = k.claimed
    left join connections c on c.id = b.connection_id
    left join principals u on u.id = b.user_id`;
  return row;
}

const claimedConnection = (row: ClaimRow, id: string): ClaimedConnection => ({
  id,
  driver: row.driver,
  encryptedData: row.encrypted_data,
  maxRows: row.max_rows,
  queryTimeoutSeconds: row.query_timeout_seconds,
  readOnly: row.read_only,
  pausedUntil: row.paused_until,
});

const claimedUser = ({ email, name, role, disabled, data }: ClaimRow) => ({
  email,
  name,
  role,
  disabled,
  data,
});
