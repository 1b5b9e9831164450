import type { Query } from '@sluice/contracts';
import type { BatchRepository } from '@sluice/database';
import { forbidden } from '@sluice/errors';
import type { AccessUser } from '../batches/index.js';
import type { Principal } from '../identity/principal/index.js';

/**
 * Returns the owner of a query that runs on the owner's access; undefined when the caller's access counts.
 *
 * @throws AppError 403 `connection_access` when the owner was deleted or disabled
 */
export async function accessUserOf(
  users: Pick<BatchRepository, 'templateUser'>,
  { runAs, createdByUser }: Query,
  principal: Principal,
): Promise<AccessUser | undefined> {
  if (runAs === 'caller' || createdByUser?.id === principal.id) return undefined;
  // Null after the owner was deleted, whose ID may belong to another user now.
  const owner = createdByUser && (await users.templateUser(createdByUser.id));
  if (owner === null || owner.disabled) {
    throw forbidden('The owner of this query is no longer active', 'connection_access');
  }
  return { id: owner.id, isAdmin: owner.role === 'admin' };
}
