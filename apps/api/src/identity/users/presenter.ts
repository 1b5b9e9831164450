import type { User } from '@sluice/contracts';
import type { UserRow } from '@sluice/database';
import type { Principal } from '../principal/index.js';
import type { PasswordLinks } from '../passwords/index.js';

/** Presents a user to a viewer, without the password hash. */
export function presentUser(
  row: UserRow,
  viewer: Principal,
  links: Pick<PasswordLinks, 'idOf'>,
): User {
  const base: User = {
    id: row.id,
    name: row.name,
    email: row.email,
    ldapId: row.ldapId,
    role: row.role === 'admin' ? 'admin' : 'editor',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
  if (viewer.role !== 'admin') return base;
  return {
    ...base,
    data: dataOf(row),
    disabled: row.disabled,
    origin: row.origin as NonNullable<User['origin']>,
    syncAuthRole: row.syncAuthRole,
    // A token must not reveal credentials.
    passwordResetId: viewer.token === undefined ? links.idOf(row) : null,
  };
}

const dataOf = ({ data }: UserRow): NonNullable<User['data']> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {};
