import type { CreateBatch } from '@sluice/contracts';
import {
  reuseKey,
  type ReuseInputs,
  type BatchRepository,
  type ConnectionRepository,
  type StoredParameters,
} from '@sluice/database';
import { badRequest } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import type { Tenants } from '../tenants/index.js';
import type { AccessUser } from './split-text.js';
import { reusedSnapshot, type Snapshot, type Snapshots } from './snapshots.js';

/** Dependencies of {@link findReusable}. */
export interface ReuseDependencies {
  batches: Pick<BatchRepository, 'addReuse' | 'findReusable' | 'templateUser'>;
  connections: Pick<ConnectionRepository, 'findFor'>;
  snapshots: Pick<Snapshots, 'get'>;
  tenants: Pick<Tenants, 'filterFor'>;
}

/** A request that accepts the result of an earlier run. */
export interface ReuseRequest extends Pick<CreateBatch, 'connectionId'> {
  maxAgeSeconds: number;
  /** The text to execute. */
  text: string;
  parameters: StoredParameters | undefined;
  /** The user whose access the run uses. */
  access: AccessUser;
}

/** An earlier run that answers the request, or the key that lets later requests reuse the new run. */
export type Reuse = { snapshot: Snapshot } | { key: string };

/** @throws AppError 400 for a connection client: its session may hold temporary tables and settings */
export function requireReusable({ maxAgeSeconds, connectionClientId }: CreateBatch): void {
  if (maxAgeSeconds === undefined || connectionClientId == null) return;
  const message = 'must be absent: a run of a connection client depends on its session';
  throw badRequest([{ path: 'maxAgeSeconds', message }]);
}

/**
 * Looks for a finished run of the principal with the same connection, text, parameters and limits. A run on the access
 * of another user may be one of another caller. Null when the principal may not use the connection: the new run is
 * refused.
 */
export async function findReusable(
  { batches, connections, snapshots, tenants }: ReuseDependencies,
  principal: Principal,
  { connectionId, maxAgeSeconds, text, parameters, access }: ReuseRequest,
): Promise<Reuse | null> {
  const [connection, user] = await Promise.all([
    connections.findFor(connectionId, access.id),
    batches.templateUser(access.id),
  ]);
  if (connection === null || user === null) return null;
  if (!access.isAdmin && !connection.allowed) return null;
  const maxRows = principal.token?.maxRows ?? null;
  const key = reuseKey({
    callers: await callersOf(tenants, principal, access.id),
    user,
    connection: connection.row,
    text,
    parameters,
    maxRows,
  });
  const id = await batches.findReusable(key, maxAgeSeconds);
  const snapshot = id === null ? null : await snapshots.get(id);
  if (snapshot === null) return { key };
  if (snapshot.userId !== principal.id) await batches.addReuse(snapshot.id, principal.id);
  return { snapshot: reusedSnapshot(snapshot) };
}

/** Admins see the runs of all users, so theirs are reused by themselves only. */
async function callersOf(
  tenants: Pick<Tenants, 'filterFor'>,
  { id, role }: Principal,
  accessUserId: string,
): Promise<ReuseInputs['callers']> {
  if (accessUserId === id || role === 'admin') return { user: id };
  return { tenant: (await tenants.filterFor(id))?.name ?? null };
}
