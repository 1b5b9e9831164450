import type { ConnectionRepository, ConnectionRow } from '@sluice/database';
import { forbidden, notFound } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';

/**
 * The connection, for a principal who may use it: admins all, others by an access row. One query.
 *
 * @throws AppError 404 when there is none, 403 `connection_access` without access.
 */
export async function requireConnection(
  connections: Pick<ConnectionRepository, 'findFor'>,
  principal: Principal,
  id: string,
): Promise<ConnectionRow> {
  const found = await connections.findFor(id, principal.id);
  if (found === null) throw notFound();
  if (principal.role !== 'admin' && !found.allowed) {
    throw forbidden('No access to this connection', 'connection_access');
  }
  return found.row;
}
