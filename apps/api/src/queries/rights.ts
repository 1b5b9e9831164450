import { everyone, type QueryAclRow, type QueryRow } from '@sluice/database';
import type { Principal } from '../identity/principal/index.js';
import type { Tenants } from '../tenants/index.js';

/** What somebody may do with a query. */
export interface QueryRights {
  canRead: boolean;
  canWrite: boolean;
  canDelete: boolean;
}

const all: QueryRights = { canRead: true, canWrite: true, canDelete: true };

/**
 * Owner and admins may do everything. Others what the best of the rows for them says; a row for everyone is
 * for the users of the owner's tenant.
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

/** Whether a row for everyone is for this principal. Nobody is of one tenant with an owner who is gone. */
export async function isOneTenant(
  tenants: Tenants,
  { ownerId }: Pick<QueryRow, 'ownerId'>,
  { id }: Pick<Principal, 'id'>,
): Promise<boolean> {
  if (ownerId !== null) return tenants.areOne(id, ownerId);
  return (await tenants.filterFor(id)) === undefined;
}
