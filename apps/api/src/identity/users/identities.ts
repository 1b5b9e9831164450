import type { UserIdentity } from '@sluice/contracts';
import type { IdentityRepository, SessionRepository, UserRepository } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Audit, AuditContext } from '../../audit/index.js';

/** Dependencies of the identity functions. */
export interface UserIdentityDependencies {
  users: Pick<UserRepository, 'find'>;
  identities: Pick<IdentityRepository, 'listOf' | 'unlink'>;
  sessions: Pick<SessionRepository, 'removeForUser'>;
  audit: Audit;
}

/** Lists the links of a user to other services, for an admin. @throws AppError 404 */
export async function listUserIdentities(
  { users, identities }: UserIdentityDependencies,
  userId: string,
): Promise<UserIdentity[]> {
  if ((await users.find(userId)) === null) throw notFound();
  return (await identities.listOf(userId)).map(({ origin, subject, createdAt }) => ({
    origin,
    subject,
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Removes the link of a user to a service and ends the user's sessions, which may depend on it, for
 * an admin. The next sign-in from that service with the user's verified address creates a new link.
 *
 * @throws AppError 404
 */
export async function removeUserIdentity(
  { identities, sessions, audit }: UserIdentityDependencies,
  context: AuditContext,
  userId: string,
  origin: string,
): Promise<void> {
  if (!(await identities.unlink(userId, origin))) throw notFound();
  await sessions.removeForUser(userId);
  const target = `users/${userId}`;
  await audit.record({ ...context, action: 'user.unlinked', target, detail: { origin } });
}
