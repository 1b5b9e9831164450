import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CreateBatch } from '@sluice/contracts';
import {
  isUuid,
  type BatchAudit,
  type BatchRepository,
  type ConnectionClientRepository,
  type ConnectionRepository,
  type Idempotency,
  type Tenancy,
} from '@sluice/database';
import { definitionFor } from '@sluice/drivers/definitions';
import { AppError, badRequest, forbidden, notFound } from '@sluice/errors';
import { splitInSlices, type Dialect, type StatementPiece } from '@sluice/sql';
import type { Principal } from '../identity/principal/index.js';
import { auditName } from '../audit/index.js';
import type { BatchEnqueuer } from './enqueue.js';
import { takeSnapshot, type Snapshot, type Snapshots } from './snapshots.js';
import type { KnownDrivers } from './driver-cache.js';
import type { SqlHash } from './sql-hash.js';
import type { StorageQuota } from './storage-quota.js';
import { ForeignItem } from '../tenants/index.js';
import type { BatchWatch } from './watch.js';

/** What creating a batch works with. */
export interface CreateBatchDependencies {
  batches: Pick<BatchRepository, 'create' | 'findByKey' | 'flush'>;
  connections: Pick<ConnectionRepository, 'findFor'>;
  drivers: KnownDrivers;
  enqueuer: BatchEnqueuer;
  clients: Pick<ConnectionClientRepository, 'find' | 'endStranded'>;
  snapshots: Pick<Snapshots, 'get' | 'read'>;
  watch: Pick<BatchWatch, 'follow'>;
  maxStatementsPerBatch: number;
  tenancy: Tenancy;
  quota: StorageQuota;
  /** Names the SQL for the record; null: batches are not in it. */
  sqlHash: SqlHash | null;
  /** Called for each batch that was written. */
  onAccepted?: (() => void) | undefined;
}

/** What a request says beside its body. */
export interface CreateBatchOptions {
  /** Network address of the peer. */
  address: string;
  idempotencyKey?: string | undefined;
  /** W3C traceparent that the batch goes on with. */
  traceParent?: string | null | undefined;
  /** The caller answers with the batch's end, or calls {@link BatchRepository.flush} before it answers. */
  isDurableLater?: boolean | undefined;
}

/**
 * Writes a batch with its statements and has it run. It is in the database when this resolves,
 * whatever becomes of the queue. With an idempotency key that the user has used for the same body in
 * the last 24 hours it is the batch of that time.
 *
 * @throws AppError 409 for a key that was used for another body, 400 for an unknown connection and for
 * text without statements or with too many, 403 without access to the connection or room for results, 429 when too many of
 * the tenant's batches wait.
 */
export async function createBatch(
  dependencies: CreateBatchDependencies,
  principal: Principal,
  body: CreateBatch,
  options: CreateBatchOptions,
): Promise<Snapshot> {
  const { address, idempotencyKey, traceParent = null, isDurableLater } = options;
  await dependencies.quota.requireRoom(principal.id);
  const { driver, statements } = await split(dependencies, principal, body);
  const clientId = body.connectionClientId ?? null;
  const hasClient =
    clientId === null || (await requireClient(dependencies, principal, body, clientId));
  const idempotency =
    idempotencyKey === undefined ? null : { key: idempotencyKey, requestHash: hashOf(body) };
  const created = await dependencies.batches.create({
    connectionId: body.connectionId,
    connectionClientId: clientId,
    queryId: body.queryId ?? null,
    name: body.name ?? null,
    batchText: body.batchText,
    selectedText: body.selectedText ?? null,
    chart: body.chart ?? null,
    userId: principal.id,
    statements,
    idempotency,
    tenancy: dependencies.tenancy,
    expected: { driver, isAdmin: principal.role === 'admin' },
    traceParent,
    audit: auditOf(dependencies.sqlHash, principal, body, address),
    isDurableLater,
  });
  if (created === 'other_connection') {
    dependencies.drivers.forget(body.connectionId);
    return createBatch(dependencies, principal, body, options);
  }
  if (created === 'known_key') return findFirst(dependencies, principal, idempotency);
  if (created === 'too_many_waiting') throw tooManyWaiting(dependencies.tenancy);
  const { batch, position, announced, isServed } = created;
  const pool = batch.workerPool;
  const snapshot = takeSnapshot(batch, { position, reason: null });
  dependencies.watch.follow(snapshot);
  dependencies.onAccepted?.();
  if (!hasClient) return endAtOnce(dependencies, snapshot);
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

/**
 * Whether the client is open: the batch of one that is not ends in error, as it would have if the
 * client had been closed a moment later.
 *
 * @throws AppError 403 for a client of another user or another connection.
 */
async function requireClient(
  { clients }: CreateBatchDependencies,
  principal: Principal,
  { connectionId }: CreateBatch,
  clientId: string,
): Promise<boolean> {
  const client = isUuid(clientId) ? await clients.find(clientId) : null;
  if (client === null) return false;
  if (client.userId === principal.id && client.connectionId === connectionId) return true;
  if (client.userId !== principal.id && principal.role !== 'admin')
    throw new ForeignItem(client.userId);
  throw forbidden('This connection client is not for this batch', 'connection_client');
}

async function endAtOnce(
  { clients, snapshots }: CreateBatchDependencies,
  written: Snapshot,
): Promise<Snapshot> {
  await clients.endStranded();
  return (await snapshots.read(written.id)) ?? written;
}

const tooManyWaiting = ({ maxWaiting }: Tenancy) =>
  new AppError('too_many_waiting', 429, `There are ${maxWaiting} batches waiting already`, {
    retryAfterSeconds: 5,
  });

/** The schema puts the fields into one order, so the same body has one hash. */
const hashOf = (body: CreateBatch): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64');

/** What the first request with this key made. */
async function findFirst(
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
      { errors: [{ path: 'idempotency-key', message: 'was used for another body' }] },
    );
  }
  const snapshot = await snapshots.get(first.batchId);
  if (snapshot === null) throw notFound();
  // Its own request may still wait, and have left this for later.
  if (!snapshot.isFinal) await batches.flush();
  return snapshot;
}

interface Split {
  driver: string;
  statements: StatementPiece[];
}

/**
 * By the driver that the connection had the last time, if it is known: that it still has it, and that
 * the caller may use it, is checked where the batch is written. What is refused is looked at afresh.
 */
async function split(
  { connections, drivers, maxStatementsPerBatch }: CreateBatchDependencies,
  principal: Principal,
  body: CreateBatch,
): Promise<Split> {
  const known = drivers.get(body.connectionId);
  const dialect = known === undefined ? undefined : definitionFor(known)?.dialect;
  if (known !== undefined && dialect !== undefined) {
    const statements = await piecesOf(body, dialect, maxStatementsPerBatch);
    if (isCountFine(statements, maxStatementsPerBatch)) return { driver: known, statements };
  }
  const found = await usableDriver(connections, principal, body.connectionId);
  drivers.set(body.connectionId, found.driver);
  return {
    driver: found.driver,
    statements: await statementsOf(body, found.dialect, maxStatementsPerBatch),
  };
}

async function usableDriver(
  connections: Pick<ConnectionRepository, 'findFor'>,
  principal: Principal,
  connectionId: string,
): Promise<{ driver: string; dialect: Dialect }> {
  const found = await connections.findFor(connectionId, principal.id);
  const refuse = (message: string) => badRequest([{ path: 'connectionId', message }]);
  if (found === null) throw refuse('Connection does not exist');
  if (principal.role !== 'admin' && !found.allowed) {
    throw forbidden('No access to this connection', 'connection_access');
  }
  const { driver } = found.row;
  const definition = definitionFor(driver);
  if (definition === undefined) throw refuse("The connection's driver is not installed");
  return { driver, dialect: definition.dialect };
}

const auditOf = (
  sqlHash: SqlHash | null,
  principal: Principal,
  body: CreateBatch,
  address: string,
): BatchAudit | undefined =>
  sqlHash === null
    ? undefined
    : { actorName: auditName(principal), address, sqlHash: sqlHash(executedText(body)) };

const isSelection = ({ selectedText }: CreateBatch): boolean => (selectedText ?? '').trim() !== '';

/** The statements, one more than the limit at most. */
const piecesOf = (body: CreateBatch, dialect: Dialect, limit: number): Promise<StatementPiece[]> =>
  splitInSlices(executedText(body), dialect, { limit: limit + 1, pause: () => nextTurn() });

const executedText = (body: CreateBatch): string =>
  isSelection(body) ? (body.selectedText ?? '') : body.batchText;

const isCountFine = ({ length }: StatementPiece[], limit: number): boolean =>
  length > 0 && length <= limit;

async function statementsOf(
  body: CreateBatch,
  dialect: Dialect,
  limit: number,
): Promise<StatementPiece[]> {
  const statements = await piecesOf(body, dialect, limit);
  if (isCountFine(statements, limit)) return statements;
  const path = isSelection(body) ? 'selectedText' : 'batchText';
  const message =
    statements.length === 0
      ? 'There is no statement to run'
      : `A batch has at most ${limit} statements`;
  throw badRequest([{ path, message }]);
}
