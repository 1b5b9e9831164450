import { connectionPrefix } from '@sluice/config';
import type { FieldError } from '@sluice/errors';
import type { Logger } from 'pino';
import type { ConnectionDefinition } from './connection-definition.js';
import { storeConnection, type StoreDependencies } from './store-connection.js';

/**
 * Stores the connections defined in the environment and deletes those that are no longer defined,
 * with their access rows; their batches remain.
 *
 * @returns the problems: ids that stored connections already use
 */
export async function storeEnvironmentConnections(
  deps: StoreDependencies,
  given: ConnectionDefinition[],
  log: Pick<Logger, 'info'>,
): Promise<FieldError[]> {
  const problems: FieldError[] = [];
  for (const connection of given) {
    const kept = await storeConnection(deps, connection, 'environment');
    if (kept === 'taken') {
      const path = `${connectionPrefix}${connection.id}__driver`;
      const message = `${path} uses the id of a stored connection: delete that connection, or choose another id`;
      problems.push({ path, message });
    } else if (kept !== 'unchanged') {
      log.info({ connectionId: connection.id, kept }, 'environment connection stored');
    }
  }
  const wanted = new Set(given.map(({ id }) => id));
  for (const id of await deps.connections.idsFromEnvironment()) {
    if (wanted.has(id) || !(await deps.connections.remove(id))) continue;
    log.info({ connectionId: id }, 'environment connection deleted');
  }
  return problems;
}
