import type { CreateBatch } from '@sluice/contracts';
import type { BatchRepository, ConnectionRepository } from '@sluice/database';
import { definitionFor } from '@sluice/drivers/definitions';
import { badRequest, forbidden } from '@sluice/errors';
import { splitStatements, type Dialect, type StatementPiece } from '@sluice/sql';
import type { Principal } from '../principal.js';
import type { BatchEnqueuer } from './batches-enqueue.js';
import { takeSnapshot, type Snapshot } from './batches-snapshots.js';
import type { BatchWatch } from './watch.js';

/** What creating a batch works with. */
export interface CreateBatchDependencies {
  batches: Pick<BatchRepository, 'create'>;
  connections: Pick<ConnectionRepository, 'findFor'>;
  enqueuer: BatchEnqueuer;
  watch: Pick<BatchWatch, 'follow'>;
  maxStatementsPerBatch: number;
}

/**
 * Writes a batch with its statements and has it run. It is in the database when this resolves,
 * whatever becomes of the queue.
 *
 * @throws AppError 400 for an unknown connection and for text without statements or with too many,
 * 403 without access to the connection.
 */
export async function createBatch(
  dependencies: CreateBatchDependencies,
  principal: Principal,
  body: CreateBatch,
): Promise<Snapshot> {
  const dialect = await dialectOf(dependencies.connections, principal, body.connectionId);
  const statements = statementsOf(body, dialect, dependencies.maxStatementsPerBatch);
  const batch = await dependencies.batches.create({
    connectionId: body.connectionId,
    connectionClientId: body.connectionClientId ?? null,
    queryId: body.queryId ?? null,
    name: body.name ?? null,
    batchText: body.batchText,
    selectedText: body.selectedText ?? null,
    chart: body.chart ?? null,
    userId: principal.id,
    statements,
  });
  const snapshot = takeSnapshot(batch);
  dependencies.watch.follow(snapshot);
  dependencies.enqueuer.enqueue(batch.id);
  return snapshot;
}

async function dialectOf(
  connections: Pick<ConnectionRepository, 'findFor'>,
  principal: Principal,
  connectionId: string,
): Promise<Dialect> {
  const found = await connections.findFor(connectionId, principal.id);
  const refuse = (message: string) => badRequest([{ path: 'connectionId', message }]);
  if (found === null) throw refuse('Connection does not exist');
  if (principal.role !== 'admin' && !found.allowed) {
    throw forbidden('No access to this connection', 'connection_access');
  }
  const definition = definitionFor(found.row.driver);
  if (definition === undefined) throw refuse("The connection's driver is not installed");
  return definition.dialect;
}

function statementsOf(body: CreateBatch, dialect: Dialect, limit: number): StatementPiece[] {
  const selected = body.selectedText ?? '';
  const isSelection = selected.trim() !== '';
  const path = isSelection ? 'selectedText' : 'batchText';
  const text = isSelection ? selected : body.batchText;
  const statements = splitStatements(text, dialect, limit + 1);
  const refuse = (message: string) => badRequest([{ path, message }]);
  if (statements.length === 0) throw refuse('There is no statement to run');
  if (statements.length > limit) throw refuse(`A batch has at most ${limit} statements`);
  return statements;
}
