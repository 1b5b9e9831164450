import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServiceTemplate } from './databases.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';
import { startSwiftStorage, swiftEnvironment } from './swift.js';

/** The servers that tests share; each test creates a database and a key prefix in them. */
export interface TestServices {
  /** Environment variables of the test processes with the addresses of the servers. */
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/** Options of {@link startTestServices}. */
export interface TestServicesOptions {
  /** Settings of PostgreSQL. */
  settings?: Record<string, string>;
  /** Whether an object storage is started. Default: false. */
  withSwift?: boolean;
}

/** Uses the servers named by TEST_DATABASE_URL and TEST_REDIS_URL and starts the others. */
export async function startTestServices({
  settings = {},
  withSwift = false,
}: TestServicesOptions = {}): Promise<TestServices> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const given = {
    database: process.env['TEST_DATABASE_URL'],
    redis: process.env['TEST_REDIS_URL'],
  };
  // At the same time: each waits seconds for its programs.
  const starts = [
    startIf(withSwift, () => startSwiftStorage(join(folder, 'swift'))),
    startIf(!given.database, () => startPostgres(join(folder, 'postgres'), settings)),
    startIf(!given.redis, () => startRedis(join(folder, 'redis'))),
  ] as const;
  const stopServers = async (): Promise<void> => {
    for (const start of await Promise.allSettled(starts)) {
      if (start.status === 'fulfilled') await start.value?.stop();
    }
    await rm(folder, { recursive: true, force: true });
  };
  // A failed start or migration must leave no server running.
  const stopAndThrow = async (error: unknown): Promise<never> => {
    await stopServers();
    throw error;
  };
  const [storage, postgres, redis] = await Promise.all(starts).catch(stopAndThrow);
  const databaseUrl = postgres?.url ?? given.database ?? '';
  const template = await createServiceTemplate(databaseUrl).catch(stopAndThrow);
  return {
    environment: {
      TEST_DATABASE_URL: databaseUrl,
      TEST_SERVICE_TEMPLATE: template.name,
      TEST_REDIS_URL: redis?.url ?? given.redis ?? '',
      ...(storage && swiftEnvironment(storage)),
    },
    stop: async () => {
      // A server started here is removed with the template.
      if (given.database) await template.drop();
      await stopServers();
    },
  };
}

const startIf = async <Server>(
  isNeeded: boolean,
  start: () => Promise<Server>,
): Promise<Server | undefined> => (isNeeded ? start() : undefined);
