import type { CreateBatch } from '@sluice/contracts';
import { isUuid, type ConnectionClientRepository } from '@sluice/database';
import { forbidden } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { ForeignItem } from '../tenants/index.js';

/**
 * Returns whether the connection client is open. If it is not, the batch ends with an error, as if
 * the client had been closed right after the batch was accepted.
 *
 * @throws AppError 403 for a client of another user or another connection, and for a read-only token
 * a client that is not read-only
 */
export async function requireClient(
  clients: Pick<ConnectionClientRepository, 'find'>,
  principal: Principal,
  { connectionId }: CreateBatch,
  clientId: string,
): Promise<boolean> {
  const client = isUuid(clientId) ? await clients.find(clientId) : null;
  if (client === null) return false;
  if (client.userId === principal.id && client.connectionId === connectionId) {
    if (principal.token?.readOnly === true && !client.readOnly) throw clientWrites();
    return true;
  }
  if (client.userId !== principal.id && principal.role !== 'admin')
    throw new ForeignItem(client.userId);
  throw forbidden('This connection client belongs to another connection', 'connection_client');
}

const clientWrites = () =>
  forbidden('A read-only token needs a connection client that it opened', 'connection_client');
