import type { UserRow } from '@sluice/database';
import type { Principal } from './principal.js';

/** Returns the principal of a user. */
export const principalFrom = ({
  id,
  email,
  name,
  role,
}: Pick<UserRow, 'id' | 'email' | 'name' | 'role'>): Principal => ({
  id,
  email,
  name,
  // The column has a check constraint; any other value gets the lesser role.
  role: role === 'admin' ? 'admin' : 'editor',
});
