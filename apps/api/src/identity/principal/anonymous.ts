import type { ApiSettings } from '@sluice/config';
import { createUserRepository, type Database } from '@sluice/database';
import type { Principal } from './principal.js';

/** Id and, as there is no address, e-mail of the user whom everybody is while nobody signs in. */
export const nobodyId = 'noauth';

type NobodySettings = Pick<
  ApiSettings,
  'SERVICE_AUTH_DISABLED' | 'SERVICE_AUTH_DISABLED_DEFAULT_ROLE'
>;

/** Whom everybody is who proves to be nobody else; null where one has to sign in. */
export const nobodyFrom = (settings: NobodySettings): Principal | null =>
  settings.SERVICE_AUTH_DISABLED
    ? {
        id: nobodyId,
        email: nobodyId,
        name: null,
        role: settings.SERVICE_AUTH_DISABLED_DEFAULT_ROLE,
      }
    : null;

/** Makes the row of that user, so that what everybody does has an owner, or renews its role. */
export async function ensureNobody(settings: NobodySettings, database: Database): Promise<void> {
  const users = createUserRepository(database);
  const role = settings.SERVICE_AUTH_DISABLED_DEFAULT_ROLE;
  const user = { id: nobodyId, email: nobodyId, origin: 'none', passwordHash: null, role } as const;
  const created = await users.create(user);
  if (created === null) await users.update(nobodyId, { role, disabled: false });
}
