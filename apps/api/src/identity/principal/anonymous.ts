import type { ApiSettings } from '@sluice/config';
import { createUserRepository, type Database } from '@sluice/database';
import type { Principal } from './principal.js';

/** Id and, in place of an address, email of the anonymous user when authentication is disabled. */
export const ANONYMOUS_USER_ID = 'noauth';

type AnonymousSettings = Pick<
  ApiSettings,
  'SERVICE_AUTH_DISABLED' | 'SERVICE_AUTH_DISABLED_DEFAULT_ROLE'
>;

/** Returns the anonymous principal when authentication is disabled, otherwise null. */
export const anonymousPrincipalFrom = (settings: AnonymousSettings): Principal | null =>
  settings.SERVICE_AUTH_DISABLED
    ? {
        id: ANONYMOUS_USER_ID,
        email: ANONYMOUS_USER_ID,
        name: null,
        role: settings.SERVICE_AUTH_DISABLED_DEFAULT_ROLE,
      }
    : null;

/**
 * Creates the row of the anonymous user, which owns everything that is created without
 * authentication, or updates its role.
 */
export async function ensureAnonymousUser(
  settings: AnonymousSettings,
  database: Database,
): Promise<void> {
  const users = createUserRepository(database);
  const role = settings.SERVICE_AUTH_DISABLED_DEFAULT_ROLE;
  const user = {
    id: ANONYMOUS_USER_ID,
    email: ANONYMOUS_USER_ID,
    origin: 'none',
    passwordHash: null,
    role,
  } as const;
  const created = await users.create(user);
  if (created === null) await users.update(ANONYMOUS_USER_ID, { role, disabled: false });
}
