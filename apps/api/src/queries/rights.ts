import { everyone, type QueryAclRow, type QueryRow } from '@sluice/database';
import type { Principal } from '../identity/principal/index.js';
import type { Tenants } from '../tenants/index.js';

/** The rights of a principal on a query. */
export interface QueryRights {
  canRead: boolean;
  canWrite: boolean;
  canDelete: boolean;
}

const all: QueryRights = { canRead: true, canWrite: true, canDelete: true };

/**
 * Owners and admins have all rights. Other principals have the best right of the matching rows; a
 * row for everyone applies to the owner's tenant.
 */
export function rightsOf(
  query: { ownerId: string | null; acl: Pick<QueryAclRow, 'userId' | 'groupId' | 'write'>[] },
  { id, role }: Pick<Principal, 'id' | 'role'>,
  isOneTenant: boolean,
): QueryRights {
  if (role === 'admin' || query.ownerId === id) return all;
  const rows = query.acl.filter(
    ({ userId, groupId }) => userId === id || (groupId === everyone && isOneTenant),
  );
  return { canRead: rows.length > 0, canWrite: rows.some(({ write }) => write), canDelete: false };
}

/**
 * Returns whether a row for everyone applies to the principal. If the owner was deleted, it applies
 * only without tenants.
 */
export async function isOneTenant(
  tenants: Tenants,
  { ownerId }: Pick<QueryRow, 'ownerId'>,
  { id }: Pick<Principal, 'id'>,
): Promise<boolean> {
  if (ownerId !== null) return tenants.isSameTenant(id, ownerId);
  return (await tenants.filterFor(id)) === undefined;
}
