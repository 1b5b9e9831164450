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

/** The repositories on a database of their own, which goes with the test. */
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
  /** The sweep would end the work of whoever is not there. */
  const addParties = async (userId: string, connectionId: string): Promise<void> => {
    // Beside the repositories, so that nobody is told of it.
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
  /** Writes a batch of so many statements that are never run; whatever matters is given. */
  const write = async (
    count: number,
    { userId, connectionId = 'any', ...rest }: Partial<NewBatch> & { userId: string },
  ) => {
    await addParties(userId, connectionId);
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

/** The batch that was written. @throws when none was. */
export function written(
  created: Awaited<ReturnType<BatchRepository['create']>>,
): BatchWithStatements {
  if (typeof created === 'string') throw new Error(`The batch was not written: ${created}`);
  return created.batch;
}

/** Nothing holds a batch back. */
export const noLimits = { perTenant: 0, perUser: 0 };

/** A sweep that ends what is lost, and nothing for its age. */
export const sweepOptions = {
  redispatchAfterMs: 60_000,
  queueLimitMs: 600_000,
  running: noLimits,
  slice: 100,
};
