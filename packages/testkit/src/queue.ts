import { Redis } from 'ioredis';
import { isDeep } from './is-deep.js';
import { redisUrl, type TestDatabase } from './databases.js';
import { until } from './until.js';

/** The queue backends. */
export const queueBackends = ['postgres', 'redis'] as const;
/** One of {@link queueBackends}. */
export type QueueBackendName = (typeof queueBackends)[number];

/**
 * Returns the queue backends that an attack in processes runs on: both with `--deep`, one otherwise. The files name
 * them in turn, so that each `npm test` attacks both.
 */
export const attackedQueues = (usual: QueueBackendName): readonly QueueBackendName[] =>
  isDeep ? queueBackends : [usual];

/**
 * Deletes the jobs of batches, as an empty restarted Redis would. Waits for the first job, which is added
 * after the response to its request. @throws when there is none.
 */
export async function loseJobs(queue: QueueBackendName, database: TestDatabase): Promise<void> {
  const lose = () =>
    queue === 'postgres' ? deleteRows(database) : deleteKeys(`${database.name}:batches`);
  await until('there is a job to delete', async () => (await lose()) > 0);
}

async function deleteRows(database: TestDatabase): Promise<number> {
  const deleted = await database.query(`delete from "${database.name}_queue".job returning 1`);
  return deleted.length;
}

async function deleteKeys(prefix: string): Promise<number> {
  const redis = new Redis(redisUrl());
  try {
    const keys = await redis.keys(`${prefix}:*`);
    const lost = keys.filter((key) => !key.endsWith(':meta'));
    return lost.length === 0 ? 0 : await redis.del(...lost);
  } finally {
    redis.disconnect();
  }
}
