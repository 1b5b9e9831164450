import { createHash } from 'node:crypto';
import type { CreateBatch, QueryParameter } from '@sluice/contracts';
import {
  type BatchAudit,
  type BatchRepository,
  type ConnectionClientRepository,
  type Idempotency,
  type NewBatch,
  type Tenancy,
} from '@sluice/database';
import { AppError, notFound } from '@sluice/errors';
import {
  requireIncluded,
  usesEveryConnection,
  type Principal,
} from '../identity/principal/index.js';
import { type Audit, auditName } from '../audit/index.js';
import { requireClient } from './connection-client.js';
import type { BatchEnqueuer } from './enqueue.js';
import { presentParameters, readParameters } from './parameters.js';
import { takeSnapshot, type Snapshot, type Snapshots } from './snapshots.js';
import { findReusable, requireReusable, type Reuse } from './reuse.js';
import { executedText, splitText, type AccessUser, type SplitDependencies } from './split-text.js';
import type { SqlHash } from './sql-hash.js';
import type { StorageQuota } from './storage-quota.js';
import type { Tenants } from '../tenants/index.js';
import type { UserWrites } from './user-writes.js';
import type { BatchWatch } from './watch.js';

/** Dependencies of {@link createBatch}. */
export interface CreateBatchDependencies extends SplitDependencies {
  batches: Pick<
    BatchRepository,
    'addReuse' | 'create' | 'findByKey' | 'findReusable' | 'flush' | 'templateUser'
  >;
  audit: Pick<Audit, 'record'>;
  enqueuer: BatchEnqueuer;
  clients: Pick<ConnectionClientRepository, 'find' | 'endStranded'>;
  snapshots: Pick<Snapshots, 'get' | 'read'>;
  watch: Pick<BatchWatch, 'follow'>;
  tenancy: Tenancy;
  tenants: Pick<Tenants, 'filterFor'>;
  quota: StorageQuota;
  writes: UserWrites;
  /** Hashes the SQL text for the audit log; null: batches are not audited. */
  sqlHash: SqlHash | null;
  /** Called after each batch is written. */
  onAccepted?: (() => void) | undefined;
}

/** Request values outside the body. */
export interface CreateBatchOptions {
  /** Client address of the request. */
  address: string;
  idempotencyKey?: string | undefined;
  /** W3C traceparent that the batch's spans continue. */
  traceParent?: string | null | undefined;
  /**
   * The caller waits for the batch's end, or calls {@link BatchRepository.flush} before it replies.
   */
  isDurableLater?: boolean | undefined;
  /** Definitions of the parameters of the saved query that is run. */
  definitions?: readonly QueryParameter[] | undefined;
  /** The user whose access to the connection the batch uses; absent: the principal. */
  accessUser?: AccessUser | undefined;
  /** The batch runs read-only, even if the token of the request may write. */
  readOnly?: boolean | undefined;
}

/**
 * Writes a batch with its statements and enqueues it. The batch is stored when the promise
 * resolves, even if the queue is unavailable. If the user sent the same idempotency key with the
 * same body in the last 24 hours, returns the batch of that request. With `maxAgeSeconds` the batch is
 * read-only, and a finished one that is not older is returned instead of a new one.
 *
 * @throws AppError 400 for an unknown connection, for text without statements, for too many
 * statements and for parameters that do not fit the text; 403 without access to the connection or
 * above the storage quota; 409 when the key was used with another body; 429 when the tenant has too
 * many waiting batches
 */
export async function createBatch(
  dependencies: CreateBatchDependencies,
  principal: Principal,
  body: CreateBatch,
  options: CreateBatchOptions,
): Promise<Snapshot> {
  const {
    address,
    idempotencyKey,
    traceParent = null,
    isDurableLater,
    definitions,
    readOnly,
    accessUser,
  } = options;
  const access = accessUser ?? { id: principal.id, isAdmin: usesEveryConnection(principal) };
  requireIncluded(principal, body.connectionId);
  requireReusable(body);
  await dependencies.quota.requireCapacity(principal.id);
  const { driver, statements } = await splitText(dependencies, access, body);
  const parameters = await readParameters(
    dependencies.batches,
    principal,
    { ...body, definitions },
    statements,
  );
  const values = parameters && presentParameters(parameters)?.parameters;
  const clientId = body.connectionClientId ?? null;
  const hasClient =
    clientId === null || (await requireClient(dependencies.clients, principal, body, clientId));
  const idempotency =
    idempotencyKey === undefined
      ? null
      : { key: idempotencyKey, requestHash: hashOf(body, readOnly) };
  const reuse = await reuseOf(dependencies, { principal, access }, body, {
    parameters,
    idempotency,
  });
  if (reuse !== null && 'snapshot' in reuse) {
    await recordReuse(dependencies, principal, reuse.snapshot, address);
    return reuse.snapshot;
  }
  const newBatch = {
    connectionId: body.connectionId,
    connectionClientId: clientId,
    queryId: body.queryId ?? null,
    name: body.name ?? null,
    batchText: body.batchText,
    selectedText: body.selectedText ?? null,
    chart: body.chart ?? null,
    userId: principal.id,
    accessUserId: accessUser?.id,
    statements,
    parameters,
    idempotency,
    tenancy: dependencies.tenancy,
    expected: { driver, isAdmin: access.isAdmin },
    token: principal.token,
    readOnly: readOnly === true || body.maxAgeSeconds !== undefined,
    reuseKey: reuse?.key,
    traceParent,
    audit: auditOf(dependencies.sqlHash, principal, body, { address, values }),
    isDurableLater,
  };
  const created = await dependencies.writes(principal.id, () =>
    dependencies.batches.create(newBatch),
  );
  if (created === 'other_connection') {
    dependencies.drivers.delete(body.connectionId);
    return createBatch(dependencies, principal, body, options);
  }
  if (created === 'known_key') return findByKey(dependencies, principal, idempotency);
  if (created === 'too_many_waiting') throw tooManyWaiting(dependencies.tenancy);
  const { batch, position, announced, isServed } = created;
  const pool = batch.workerPool;
  const snapshot = takeSnapshot(batch, { position, reason: null });
  dependencies.watch.follow(snapshot);
  dependencies.onAccepted?.();
  if (!hasClient) return endImmediately(dependencies, snapshot);
  dependencies.enqueuer.enqueue({
    id: batch.id,
    clientId,
    traceParent,
    announced,
    pool,
    isServed,
  });
  return snapshot;
}

/** Returns null when the request asks for no reuse, or repeats one that has created a batch. */
async function reuseOf(
  dependencies: CreateBatchDependencies,
  { principal, access }: { principal: Principal; access: AccessUser },
  body: CreateBatch,
  { parameters, idempotency }: Pick<NewBatch, 'parameters' | 'idempotency'>,
): Promise<Reuse | null> {
  const { connectionId, maxAgeSeconds } = body;
  if (maxAgeSeconds === undefined) return null;
  const isRepeated =
    idempotency !== null &&
    (await dependencies.batches.findByKey(principal.id, idempotency.key)) !== null;
  if (isRepeated) return null;
  const text = executedText(body);
  const request = { connectionId, maxAgeSeconds, text, parameters, access };
  return findReusable(dependencies, principal, request);
}

/** Reads are audited like runs. */
async function recordReuse(
  { audit, sqlHash }: CreateBatchDependencies,
  principal: Principal,
  { id, connectionId }: Snapshot,
  address: string,
): Promise<void> {
  if (sqlHash === null) return;
  await audit.record({
    action: 'batch.reused',
    actor: principal,
    target: `batches/${id}`,
    address,
    detail: { connectionId },
  });
}

async function endImmediately(
  { clients, snapshots }: CreateBatchDependencies,
  written: Snapshot,
): Promise<Snapshot> {
  await clients.endStranded();
  return (await snapshots.read(written.id)) ?? written;
}

const tooManyWaiting = ({ maxWaiting }: Tenancy) =>
  new AppError(
    'too_many_waiting',
    429,
    `Too many waiting batches (limit ${maxWaiting}). Retry later.`,
    {
      retryAfterSeconds: 5,
    },
  );

/** The schema orders the fields, but not the names of parameters: equal bodies have equal hashes. */
const hashOf = (
  { parameters, parameterTypes, ...body }: CreateBatch,
  readOnly: boolean | undefined,
): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...body, ...ordered({ parameters, parameterTypes }), readOnly }))
    .digest('base64');

const ordered = (fields: Record<string, Record<string, unknown> | undefined>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, values]) =>
      values === undefined ? [] : [[field, Object.entries(values).sort(byName)]],
    ),
  );

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** Returns the batch that the first request with this key created. */
async function findByKey(
  { batches, snapshots }: CreateBatchDependencies,
  principal: Principal,
  idempotency: Idempotency | null,
): Promise<Snapshot> {
  const first = idempotency && (await batches.findByKey(principal.id, idempotency.key));
  if (first === null) throw notFound();
  if (first.requestHash !== idempotency?.requestHash) {
    throw new AppError(
      'idempotency_conflict',
      409,
      'This Idempotency-Key was used for another request',
      { errors: [{ path: 'idempotency-key', message: 'was used with another body' }] },
    );
  }
  const snapshot = await snapshots.get(first.batchId);
  if (snapshot === null) throw notFound();
  // The first request may still be waiting and may have postponed its flush.
  if (!snapshot.isFinal) await batches.flush();
  return snapshot;
}

const auditOf = (
  sqlHash: SqlHash | null,
  principal: Principal,
  body: CreateBatch,
  { address, values }: { address: string; values: Record<string, unknown> | undefined },
): BatchAudit | undefined =>
  sqlHash === null
    ? undefined
    : {
        actorName: auditName(principal),
        address,
        sqlHash: sqlHash(executedText(body)),
        parametersHash: values === undefined ? null : sqlHash(JSON.stringify(ordered({ values }))),
      };
