import type { ConnectionClient, OpenConnectionClient } from '@sluice/contracts';
import {
  isUuid,
  newId,
  type Cipher,
  type ConnectionClientRepository,
  type ConnectionClientRow,
  type ConnectionRepository,
} from '@sluice/database';
import { definitionFor } from '@sluice/drivers/definitions';
import { badRequest, forbidden, notFound, unavailable } from '@sluice/errors';
import {
  requireIncluded,
  usesEveryConnection,
  type Principal,
} from '../identity/principal/index.js';
import type { ClientLimit } from './client-limit.js';
import { renderStored } from './rendering.js';
import { ForeignItem } from '../tenants/index.js';
import type { UserCache } from '../identity/users/index.js';
import type { Workers } from '../worker-requests/index.js';

/** Dependencies of the connection client functions. */
export interface ConnectionClientDependencies {
  clients: ConnectionClientRepository;
  connections: Pick<ConnectionRepository, 'findFor'>;
  users: UserCache;
  workers: Workers;
  cipher: Cipher;
  limit: ClientLimit;
  timeoutMs: number;
}

/**
 * Asks a worker to open a session and to keep it.
 *
 * @throws AppError 400 for an unknown connection, an engine without connection clients, or with the
 * database's message; 403 without access; 429 above the tenant's limit; 503 when no worker responds
 */
export async function openClient(
  deps: ConnectionClientDependencies,
  principal: Principal,
  { connectionId }: OpenConnectionClient,
): Promise<ConnectionClient> {
  const row = await usableConnection(deps.connections, principal, connectionId);
  const clientId = newId();
  const payload = {
    clientId,
    name: row.name,
    connectionId,
    userId: principal.id,
    idleTimeoutSeconds: row.idleTimeoutSeconds,
    driver: row.driver,
    data: await renderStored(deps, principal, row),
    readOnly: row.readOnly || principal.token?.readOnly === true,
  };
  await deps.limit.within(principal.id, clientId, () =>
    deps.workers.ask('open-client', payload, deps.timeoutMs, row.workerPool),
  );
  const client = await deps.clients.find(clientId);
  if (client === null) throw unavailable('The connection client was closed immediately');
  return presentClient(client);
}

async function usableConnection(
  connections: Pick<ConnectionRepository, 'findFor'>,
  principal: Principal,
  connectionId: string,
) {
  const refuse = (message: string) => badRequest([{ path: 'connectionId', message }]);
  requireIncluded(principal, connectionId);
  const found = await connections.findFor(connectionId, principal.id);
  if (found === null) throw refuse('Connection does not exist');
  if (!usesEveryConnection(principal) && !found.allowed) {
    throw forbidden('No access to this connection', 'connection_access');
  }
  if (definitionFor(found.row.driver)?.supportsConnectionClient !== true) {
    throw refuse('This connection does not support connection clients');
  }
  return found.row;
}

/** Lists all open clients, for admins. */
export const listClients = async ({
  clients,
}: Pick<ConnectionClientDependencies, 'clients'>): Promise<ConnectionClient[]> =>
  (await clients.list()).map(presentClient);

/**
 * @throws AppError 404 when it is not open, 403 for a client of another user; admins may read all
 */
export const getClient = async (
  deps: Pick<ConnectionClientDependencies, 'clients'>,
  principal: Principal,
  id: string,
): Promise<ConnectionClient> => presentClient(await findFor(deps, principal, id, 'owner or admin'));

/** Extends the lifetime of a client. @throws AppError 404; 403 for another user's client */
export async function keepClientAlive(
  deps: Pick<ConnectionClientDependencies, 'clients'>,
  principal: Principal,
  id: string,
): Promise<ConnectionClient> {
  await findFor(deps, principal, id, 'owner');
  const client = await deps.clients.keepAlive(id);
  if (client === null) throw notFound();
  return presentClient(client);
}

/** Closes a client and cancels its running batch. @throws AppError 404, 403 */
export async function closeClient(
  deps: Pick<ConnectionClientDependencies, 'clients'>,
  principal: Principal,
  id: string,
): Promise<void> {
  await findFor(deps, principal, id, 'owner or admin');
  await deps.clients.close(id, 'closed', principal.id);
  await deps.clients.endStranded();
}

async function findFor(
  { clients }: Pick<ConnectionClientDependencies, 'clients'>,
  principal: Principal,
  id: string,
  who: 'owner' | 'owner or admin',
): Promise<ConnectionClientRow> {
  const row = isUuid(id) ? await clients.find(id) : null;
  if (row === null) throw notFound();
  const isAdmin = who === 'owner or admin' && principal.role === 'admin';
  if (row.userId !== principal.id && !isAdmin) throw new ForeignItem(row.userId);
  requireIncluded(principal, row.connectionId);
  return row;
}

const presentClient = (row: ConnectionClientRow): ConnectionClient => ({
  id: row.id,
  name: row.name,
  connectionId: row.connectionId,
  connectedAt: row.connectedAt.toISOString(),
  lastKeepAliveAt: row.lastKeepAliveAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});
