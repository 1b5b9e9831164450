import type { UserRow } from '@sluice/database';
import type { Principal } from './principal.js';

/** What the rest of the app knows of a signed-in user. */
export const principalFrom = ({
  id,
  email,
  name,
  role,
}: Pick<UserRow, 'id' | 'email' | 'name' | 'role'>): Principal => ({
  id,
  email,
  name,
  // The column has a check; whatever else it held would be the lesser role.
  role: role === 'admin' ? 'admin' : 'editor',
});
