import type { ConnectionAccess, CreateConnectionAccess } from '@sluice/contracts';
import {
  everyConnection,
  everyone,
  type AccessRowRepository,
  type ConnectionRepository,
  type NamedAccessRow,
  type RevocationRepository,
  type ServiceTokenRepository,
  type Slice,
  type UserRepository,
} from '@sluice/database';
import { badRequest, forbidden, notFound } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import type { Audit, AuditContext } from '../audit/index.js';

/** Dependencies of the connection access functions. */
export interface ConnectionAccessDependencies {
  accesses: AccessRowRepository;
  connections: Pick<ConnectionRepository, 'find'>;
  users: Pick<UserRepository, 'find'>;
  tokens: Pick<ServiceTokenRepository, 'find'>;
  revocations: RevocationRepository;
  audit: Audit;
}

/** Lists the rows that apply to the principal; for admins all rows. */
export async function listAccesses(
  { accesses }: ConnectionAccessDependencies,
  principal: Principal,
  filter: Slice & { includeInactives: boolean },
): Promise<ConnectionAccess[]> {
  const userId = principal.role === 'admin' ? null : principal.id;
  return (await accesses.list({ userId, ...filter })).map(presentAccess);
}

/** Returns one row. @throws AppError 404; 403 for a row of another user */
export async function getAccess(
  deps: ConnectionAccessDependencies,
  principal: Principal,
  id: string,
): Promise<ConnectionAccess> {
  const row = await find(deps, id);
  const appliesToEveryone = row.userId === principal.id || row.userId === everyone;
  if (principal.role !== 'admin' && !appliesToEveryone) throw forbidden();
  return presentAccess(row);
}

/** Grants access to a connection, for an admin. @throws AppError 400 */
export async function createAccess(
  deps: ConnectionAccessDependencies,
  context: AuditContext,
  { connectionId, userId, duration: given }: CreateConnectionAccess,
): Promise<ConnectionAccess> {
  const duration = Number(given ?? 0);
  await requireGrantee(deps, userId);
  if (connectionId !== everyConnection && (await deps.connections.find(connectionId)) === null) {
    throw refuse('connectionId', 'Connection does not exist');
  }
  const id = await deps.accesses.create({ connectionId, userId, duration });
  if (id === null) throw refuse('userId', 'User has active access to connection');
  await deps.audit.record({
    ...context,
    action: 'connection_access.created',
    target: `connection-accesses/${id}`,
    detail: { connectionId, userId, duration },
  });
  return presentAccess(await find(deps, String(id)));
}

/** Expires a row now and cancels the work that depends on it, for an admin. @throws AppError 404 */
export async function expireAccess(
  deps: ConnectionAccessDependencies,
  context: AuditContext,
  id: string,
): Promise<ConnectionAccess> {
  const { id: rowId, connectionId, userId } = await find(deps, id);
  await deps.accesses.expire(rowId);
  await deps.revocations.endUnauthorized(context.actor.id);
  await deps.audit.record({
    ...context,
    action: 'connection_access.expired',
    target: `connection-accesses/${rowId}`,
    detail: { connectionId, userId },
  });
  return presentAccess(await find(deps, id));
}

async function requireGrantee(
  { users, tokens }: ConnectionAccessDependencies,
  userId: string,
): Promise<void> {
  if (userId === everyone) return;
  const grantee = (await users.find(userId)) ?? (await tokens.find(userId));
  if (grantee === null) throw refuse('userId', 'User does not exist');
  if (grantee.role === 'admin') {
    throw refuse('userId', 'User is admin and already has access to connection');
  }
}

async function find(
  { accesses }: ConnectionAccessDependencies,
  id: string,
): Promise<NamedAccessRow> {
  const row = /^[1-9]\d{0,8}$/.test(id) ? await accesses.find(Number(id)) : null;
  if (row === null) throw notFound();
  return row;
}

const refuse = (path: string, title: string) => badRequest([{ path, message: title }], title);

const presentAccess = (row: NamedAccessRow): ConnectionAccess => ({
  id: row.id,
  connectionId: row.connectionId,
  connectionName:
    row.connectionId === everyConnection ? 'Every Connection' : (row.connectionName ?? ''),
  userId: row.userId,
  userEmail: row.userId === everyone ? 'Everyone' : (row.userEmail ?? ''),
  duration: row.duration,
  expiryDate: row.expiryDate.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
