import { defaultWorkerPool, lastQueuePlace } from '@sluice/contracts';
import { z } from 'zod';
import { channels } from '../../channels.js';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { newId } from '../../ids.js';
import { queryRow, sqlQuery } from '../../query.js';
import { hasAccess } from '../connections/accesses.js';
import { knownKey } from './idempotency-keys.js';
import type { CreatedBatch, CreateRefusal, NewBatch } from './new-batch.js';
import { parametersColumn, placeholdersColumn } from './stored-parameters.js';
import { isReadOnly, newRows, type NewStatement } from './new-rows.js';

const createdRow = z.object({
  /** Null when nothing was written. */
  version: z.int().nullable(),
  createdAt: z.date().nullable(),
  tenant: z.string(),
  turn: z.bigint(),
  workerPool: z.string(),
  isServed: z.boolean(),
  isBelowLimit: z.boolean(),
  isKnownKey: z.boolean(),
  connectionMatches: z.boolean(),
  /** Null when no worker was notified. */
  notified: z.string().nullable(),
  position: z.int(),
});

const writtenRow = createdRow.extend({ version: z.int(), createdAt: z.date() });

/** See `BatchRepository.create`. */
export async function createBatch(
  database: Database,
  batch: NewBatch,
): Promise<CreatedBatch | CreateRefusal> {
  const id = newId();
  const statements = batch.statements.map((statement) => ({ id: newId(), ...statement }));
  const row = await queryRow(database, createdRow, createQuery(id, batch, statements));
  if (row?.connectionMatches === false) return 'other_connection';
  if (row?.version == null) {
    // A repeated key is not refused for the limit: nothing new would wait.
    return row?.isBelowLimit === false && !row.isKnownKey ? 'too_many_waiting' : 'known_key';
  }
  const written = writtenRow.parse(row);
  return {
    batch: newRows(id, batch, statements, written),
    position: written.position,
    announced: written.notified !== null,
    isServed: written.isServed,
  };
}

function createQuery(id: string, batch: NewBatch, statements: NewStatement[]): Prisma.Sql {
  const { key = null, requestHash = null } = batch.idempotency ?? {};
  return sqlQuery('createBatch', {
    id,
    key,
    requestHash,
    knownKey: knownKey(batch.userId, key),
    connectionMatches: connectionMatches(batch),
    connectionId: batch.connectionId,
    connectionClientId: batch.connectionClientId,
    defaultPool: defaultWorkerPool,
    queryId: batch.queryId,
    name: batch.name,
    batchText: batch.batchText,
    selectedText: batch.selectedText,
    chart: batch.chart === null ? null : JSON.stringify(batch.chart),
    userId: batch.userId,
    accessUserId: batch.accessUserId ?? null,
    tenantPath: batch.tenancy.path,
    maxWaiting: batch.tenancy.maxWaiting,
    traceParent: batch.traceParent ?? null,
    tokenId: batch.token?.id ?? null,
    readOnly: isReadOnly(batch),
    maxRows: batch.token?.maxRows ?? null,
    statementIds: statements.map((statement) => statement.id),
    statementTexts: statements.map((statement) => statement.text),
    startOffsets: statements.map((statement) => statement.startOffset),
    endOffsets: statements.map((statement) => statement.endOffset),
    placeholders: statements.map((statement) => placeholdersColumn(statement.placeholders)),
    parameters: parametersColumn(batch.parameters),
    reuseKey: batch.reuseKey ?? null,
    statementCount: statements.length,
    isAudited: batch.audit !== undefined,
    actorName: batch.audit?.actorName ?? null,
    address: batch.audit?.address ?? null,
    sqlHash: batch.audit?.sqlHash ?? null,
    parametersHash: batch.audit?.parametersHash ?? null,
    isDurableLater: batch.isDurableLater === true,
    lastPlace: lastQueuePlace,
    channel: channels.batchWaiting,
  });
}

/** SQL of whether the connection has the driver that the text was split for, and the user may use it. */
const connectionMatches = ({ connectionId, userId, accessUserId, expected }: NewBatch) =>
  expected === undefined
    ? Prisma.sql`true`
    : Prisma.sql`exists (
        select from connections c where c.id = ${connectionId} and c.driver = ${expected.driver}
          and (${expected.isAdmin} or ${hasAccess(Prisma.sql`c.id`, accessUserId ?? userId)}))`;
