import { notedEvents, type ServiceSettings } from '@sluice/config';
import { openDatabase, type Database } from '@sluice/database';
import { createQueueBackend, type QueueBackend } from '@sluice/jobs';

/** The open services that a worker depends on. */
export interface WorkerServices {
  readonly common: Database;
  /** A separate connection, so that the lease is renewed however busy the pool is. */
  readonly forLease: Database;
  readonly backend: QueueBackend;
  close(): Promise<void>;
}

/**
 * Opens the metadata database and the queue and checks that they answer.
 *
 * @throws when one is unavailable; nothing stays open and no worker is registered.
 */
export async function openWorkerServices(settings: ServiceSettings): Promise<WorkerServices> {
  const open = (poolSize: number) =>
    openDatabase({
      databaseUrl: settings.DATABASE_URL,
      poolSize,
      applicationName: 'sluice-worker',
      webhookEvents: notedEvents(settings),
    });
  const common = open(settings.SERVICE_DATABASE_POOL_SIZE);
  const forLease = open(1);
  const backend = createQueueBackend({
    redisUrl: settings.REDIS_URL,
    databaseUrl: settings.DATABASE_URL,
    prefix: settings.SERVICE_QUEUE_PREFIX,
  });
  const close = async (): Promise<void> => {
    await Promise.all([common.$disconnect(), forLease.$disconnect()]);
  };
  try {
    await Promise.all([forLease.$queryRaw`select 1`, backend.prepare()]);
  } catch (error) {
    await close();
    throw error;
  }
  return { common, forLease, backend, close };
}
