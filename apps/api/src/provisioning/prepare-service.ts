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
import { ensureNobody } from '../identity/principal/index.js';
import type { PasswordHasher } from '../identity/password-hashing/index.js';

/** What {@link prepareService} needs. */
export interface SetupDependencies {
  settings: ApiSettings;
  database: Database;
  passwords: PasswordHasher;
}

/**
 * What an API process sees to at its start: the admin of the settings, the user whom everybody is
 * where nobody signs in, and, once ever, the access row that lets everybody use every connection. Several processes may do it at once.
 */
export async function prepareService(deps: SetupDependencies): Promise<void> {
  const { SERVICE_ADMIN: email, SERVICE_ADMIN_PASSWORD: password } = deps.settings;
  if (email !== undefined) await ensureAdmin(deps, email, password);
  if (deps.settings.SERVICE_AUTH_DISABLED) await ensureNobody(deps.settings, deps.database);
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

/** Creates or promotes; a password that is not the stored one replaces it and ends the sessions. */
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
