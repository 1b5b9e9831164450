import type { ApiSettings } from '@sluice/config';
import {
  createAccessRepository,
  createSessionRepository,
  createSetupMarkRepository,
  createUserRepository,
  everyConnection,
  everyone,
  type Database,
} from '@sluice/database';
import { ensureAnonymousUser } from '../identity/principal/index.js';
import type { PasswordHasher } from '../identity/password-hashing/index.js';

/** Dependencies of {@link prepareService}. */
export interface SetupDependencies {
  settings: ApiSettings;
  database: Database;
  passwords: PasswordHasher;
}

/**
 * Prepares the metadata database at the start of an API process: the configured admin, the
 * anonymous user if authentication is disabled and, only once, the access row that gives everyone
 * access to every connection. Several processes may run it concurrently.
 */
export async function prepareService(deps: SetupDependencies): Promise<void> {
  const { SERVICE_ADMIN: email, SERVICE_ADMIN_PASSWORD: password } = deps.settings;
  if (email !== undefined) await ensureAdmin(deps, email, password);
  if (deps.settings.SERVICE_AUTH_DISABLED) await ensureAnonymousUser(deps.settings, deps.database);
  if (deps.settings.SERVICE_ALLOW_CONNECTION_ACCESS_TO_EVERYONE) {
    await createSetupMarkRepository(deps.database).once('everyone-access', (transaction) =>
      createAccessRepository(transaction).create({
        connectionId: everyConnection,
        userId: everyone,
        duration: 0,
      }),
    );
  }
}

/**
 * Creates or promotes the admin. A password that differs from the stored one replaces it and ends
 * the sessions.
 */
async function ensureAdmin(
  { database, passwords }: SetupDependencies,
  email: string,
  password: string | undefined,
): Promise<void> {
  const users = createUserRepository(database);
  const stored = (await users.findByEmail(email))?.passwordHash ?? null;
  const isNew =
    password !== undefined && (stored === null || !(await passwords.verify(password, stored)));
  const user = await users.upsertAdmin(email, isNew ? await passwords.hash(password) : null);
  if (isNew) await createSessionRepository(database).removeForUser(user.id);
}
