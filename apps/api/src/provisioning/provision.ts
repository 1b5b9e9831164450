import type { ApiSettings } from '@sluice/config';
import {
  createConnectionRepository,
  createQuerySeedRepository,
  createSchemaCacheRepository,
  createUserRepository,
  type Cipher,
  type Database,
} from '@sluice/database';
import { AppError, type FieldError } from '@sluice/errors';
import type { Logger } from 'pino';
import type { ConnectionDefinition } from './connection-definition.js';
import { storeEnvironmentConnections } from './environment-connections.js';
import { checkSeedConnections, writeSeedConnections } from './seed-connections.js';
import { checkSeedQueries, writeSeedQueries } from './seed-queries.js';
import { readSeedFiles } from './seed-files.js';

/** Dependencies of {@link provisionData}. */
export interface ProvisionDependencies {
  settings: Pick<ApiSettings, 'SERVICE_SEED_DATA_PATH' | 'SERVICE_UNIX_SOCKETS_DIR'>;
  /** Connections defined in the environment. */
  connections: ConnectionDefinition[];
  database: Database;
  cipher: Cipher;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Stores provisioned data: the connections defined in the environment, and seed data. Several
 * processes may run it concurrently. Invalid seed data is not written at all.
 *
 * @throws AppError `configuration` with every problem and the name of its variable or file
 */
export async function provisionData(given: ProvisionDependencies): Promise<void> {
  const { settings, database, cipher, log } = given;
  const deps = {
    connections: createConnectionRepository(database),
    schemaCache: createSchemaCacheRepository(database),
    cipher,
  };
  const problems = await storeEnvironmentConnections(deps, given.connections, log);
  const directory = settings.SERVICE_SEED_DATA_PATH;
  if (directory === undefined) {
    refuseAny(problems);
    return;
  }
  const { files, problems: unreadable } = await readSeedFiles(directory);
  const connections = checkSeedConnections(
    files.connections,
    settings.SERVICE_UNIX_SOCKETS_DIR !== undefined,
  );
  const queries = checkSeedQueries(files.queries);
  problems.push(...unreadable, ...connections.problems, ...queries.problems);
  refuseAny(problems);
  for (const { message } of connections.warnings) log.warn(message);
  refuseAny(await writeSeedConnections(deps, connections.seeds, log));
  await writeSeedQueries(
    {
      queries: createQuerySeedRepository(database, cipher),
      users: createUserRepository(database),
      log,
    },
    queries.seeds,
  );
}

function refuseAny(errors: FieldError[]): void {
  if (errors.length === 0) return;
  const detail = errors.map(({ message }) => message).join('\n');
  throw new AppError('configuration', 500, 'Invalid configuration', {
    errors,
    detail,
  });
}
