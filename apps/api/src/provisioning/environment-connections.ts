import { connectionPrefix } from '@sluice/config';
import type { FieldError } from '@sluice/errors';
import type { Logger } from 'pino';
import type { GivenConnection } from './connection-definition.js';
import { keepConnection, type KeepDependencies } from './store-connection.js';

/**
 * Writes the connections of the environment, and removes those that it no longer tells of, with their access rows;
 * batches that ran on them stay.
 *
 * @returns what is wrong: an id that a stored connection has already.
 */
export async function keepEnvironmentConnections(
  deps: KeepDependencies,
  given: GivenConnection[],
  log: Pick<Logger, 'info'>,
): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  for (const connection of given) {
    const kept = await keepConnection(deps, connection, 'environment');
    if (kept === 'taken') {
      const path = `${connectionPrefix}${connection.id}__driver`;
      const message = `${path} names a connection that somebody has stored: delete it, or choose another id`;
      problems.push({ path, message });
    } else if (kept !== 'unchanged') {
      log.info(
        { connectionId: connection.id, kept },
        'a connection of the environment was written',
      );
    }
  }
  const wanted = new Set(given.map(({ id }) => id));
  for (const id of await deps.connections.idsFromEnvironment()) {
    if (wanted.has(id) || !(await deps.connections.remove(id))) continue;
    log.info({ connectionId: id }, 'a connection that the environment no longer has was removed');
  }
  return problems;
}
