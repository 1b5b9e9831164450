import type { WebhookEventName } from '@sluice/contracts';
import {
  createBatchRepository,
  createExecutionRepository,
  createSweepRepository,
  createWorkerRepository,
  openDatabase,
  type BatchRepository,
  type BatchWithStatements,
  type NewBatch,
} from '@sluice/database';
import { createServiceDatabase } from '@sluice/testkit';
import type { Test } from 'tap';

/** Opens the repositories on a database that is dropped with the test. */
export async function openRepositories(t: Test, webhookEvents: WebhookEventName[] = []) {
  const service = await createServiceDatabase();
  const database = openDatabase({
    databaseUrl: service.url,
    poolSize: 12,
    applicationName: 'test',
    webhookEvents,
  });
  t.teardown(async () => {
    await database.$disconnect();
    await service.drop();
  });
  const batches = createBatchRepository(database);
  /** Adds the user and the connection of a batch, without which the sweep would end it. */
  const addUserAndConnection = async (userId: string, connectionId: string): Promise<void> => {
    // With plain SQL, so that no event is recorded.
    await service.query(
      `insert into users (id, email, role, updated_at)
       values ($1, $1 || '@example.com', 'admin', now()) on conflict do nothing`,
      [userId],
    );
    await service.query(
      `insert into connections (id, name, driver, encrypted_data)
       values ($1, 'Any', 'postgres', '') on conflict do nothing`,
      [connectionId],
    );
  };
  /** Creates a batch of `count` statements; `rest` overrides its properties. */
  const write = async (
    count: number,
    { userId, connectionId = 'any', ...rest }: Partial<NewBatch> & { userId: string },
  ) => {
    await addUserAndConnection(userId, connectionId);
    return batches.create({
      idempotency: null,
      tenancy: { path: null, maxWaiting: 0 },
      connectionId,
      connectionClientId: null,
      queryId: null,
      name: null,
      batchText: 'select 1',
      selectedText: null,
      chart: null,
      userId,
      statements: Array.from({ length: count }, (_, index) => ({
        text: `select ${index}`,
        startOffset: 0,
        endOffset: 8,
      })),
      ...rest,
    });
  };
  return {
    service,
    database,
    batches,
    write,
    execution: createExecutionRepository(database),
    sweeps: createSweepRepository(database),
    workers: createWorkerRepository(database),
  };
}

/** Returns the created batch. @throws if it was rejected. */
export function written(
  created: Awaited<ReturnType<BatchRepository['create']>>,
): BatchWithStatements {
  if (typeof created === 'string') throw new Error(`The batch was rejected: ${created}`);
  return created.batch;
}

/** Disables the limits of running batches. */
export const noLimits = { perTenant: 0, perUser: 0 };

/** Options of a sweep that ends lost batches and expires none. */
export const sweepOptions = {
  redispatchAfterMs: 60_000,
  queueLimitMs: 600_000,
  running: noLimits,
  slice: 100,
};
