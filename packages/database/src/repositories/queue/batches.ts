import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma } from '../../generated/client.js';
import { queryRow } from '../../query.js';
import { principalRow } from '../../rows.js';
import { requestCancel, type CancelRequest } from './cancel-requests.js';
import { createBatch } from './create-batch.js';
import type { ClaimedUser } from './claims.js';
import { knownKey } from './idempotency-keys.js';
import type { CreatedBatch, CreateRefusal, NewBatch } from './new-batch.js';
import { addReuse, findReusable } from './reuse.js';

/** Writes to batches by clients. `BatchReads` reads them, `ExecutionRepository` is for workers. */
export interface BatchRepository {
  /**
   * Writes the batch and its statements in one transaction, and notifies a worker with a free slot on commit.
   *
   * @returns the batch, or why nothing was written.
   */
  create(batch: NewBatch): Promise<CreatedBatch | CreateRefusal>;
  /** The user or service token with the values that templates and parameters may contain; null when it is deleted. */
  templateUser(id: string): Promise<ClaimedUser | null>;
  /** Makes everything that was committed before durable. */
  flush(): Promise<void>;
  /** The batch of an idempotency key that was used in the last 24 hours. */
  findByKey(userId: string, key: string): Promise<{ batchId: string; requestHash: string } | null>;
  /** The ID of the latest finished batch with this key that may be reused; null without any. */
  findReusable(reuseKey: string, maxAgeSeconds: number): Promise<string | null>;
  /** Lets a user who reuses a run of another user read it. */
  addReuse(batchId: string, userId: string): Promise<void>;
  /**
   * Cancels a waiting batch at once. Records a request on one that a worker holds or will adopt, and notifies the
   * worker. Repeated requests change nothing.
   */
  requestCancel(id: string, byUserId: string): Promise<CancelRequest>;
}

const knownKeyRow = z.object({ batchId: z.string(), requestHash: z.string() });

export function createBatchRepository(database: Database): BatchRepository {
  return {
    create: (batch) => createBatch(database, batch),
    templateUser: async (id) => {
      const query = Prisma.sql`
        select id, email, name, role, disabled, data from principals where id = ${id}`;
      return (await queryRow(database, principalRow, query)) ?? null;
    },
    flush: async () => {
      // A commit waits for the disk only when it has written something.
      await database.$queryRaw`select pg_logical_emit_message(true, 'sluice', '')::text`;
    },
    findByKey: async (userId, key) => {
      const known = await queryRow(
        database,
        knownKeyRow,
        Prisma.sql`
          select batch_id::text as "batchId", request_hash as "requestHash"
          from ${knownKey(userId, key)}`,
      );
      return known ?? null;
    },
    findReusable: (key, maxAgeSeconds) => findReusable(database, key, maxAgeSeconds),
    addReuse: (batchId, userId) => addReuse(database, batchId, userId),
    requestCancel: (id, byUserId) => requestCancel(database, id, byUserId),
  };
}
