import type { ConnectionRepository, ConnectionRow } from '@sluice/database';
import { forbidden, notFound } from '@sluice/errors';
import {
  requireIncluded,
  usesEveryConnection,
  type Principal,
} from '../identity/principal/index.js';

/**
 * Returns the connection if the principal may use it: an admin may use all connections, others need
 * an access row. One query.
 *
 * @throws AppError 404 when it does not exist, 403 `connection_access` without access, 403
 * `token_connection` when the personal token excludes it
 */
export async function requireConnection(
  connections: Pick<ConnectionRepository, 'findFor'>,
  principal: Principal,
  id: string,
): Promise<ConnectionRow> {
  requireIncluded(principal, id);
  const found = await connections.findFor(id, principal.id);
  if (found === null) throw notFound();
  if (!usesEveryConnection(principal) && !found.allowed) {
    throw forbidden('No access to this connection', 'connection_access');
  }
  return found.row;
}
