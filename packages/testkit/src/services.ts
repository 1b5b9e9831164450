import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServiceTemplate } from './databases.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';

/** The servers that tests share; each test creates a database and a key prefix in them. */
export interface TestServices {
  /** Environment variables of the test processes with the addresses of the servers. */
  environment: {
    TEST_DATABASE_URL: string;
    TEST_SERVICE_TEMPLATE: string;
    TEST_REDIS_URL: string;
  };
  stop(): Promise<void>;
}

/**
 * Uses the servers named by TEST_DATABASE_URL and TEST_REDIS_URL and starts the others; PostgreSQL with
 * `settings`.
 */
export async function startTestServices(
  settings: Record<string, string> = {},
): Promise<TestServices> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const given = {
    database: process.env['TEST_DATABASE_URL'],
    redis: process.env['TEST_REDIS_URL'],
  };
  const postgres = given.database
    ? undefined
    : await startPostgres(join(folder, 'postgres'), settings);
  const redis = given.redis ? undefined : await startRedis(join(folder, 'redis'));
  const stopServers = async (): Promise<void> => {
    await redis?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const databaseUrl = postgres?.url ?? given.database ?? '';
  // A failed migration must leave no server running.
  const template = await createServiceTemplate(databaseUrl).catch(async (error: unknown) => {
    await stopServers();
    throw error;
  });
  return {
    environment: {
      TEST_DATABASE_URL: databaseUrl,
      TEST_SERVICE_TEMPLATE: template.name,
      TEST_REDIS_URL: redis?.url ?? given.redis ?? '',
    },
    stop: async () => {
      // A server started here is removed with the template.
      if (given.database) await template.drop();
      await stopServers();
    },
  };
}
