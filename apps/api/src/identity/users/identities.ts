import type { UserIdentity } from '@sluice/contracts';
import type { IdentityRepository, SessionRepository, UserRepository } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Audit, AuditContext } from '../../audit/index.js';

/** What the links of users to other services are managed with. */
export interface UserIdentityDependencies {
  users: Pick<UserRepository, 'find'>;
  identities: Pick<IdentityRepository, 'listOf' | 'unlink'>;
  sessions: Pick<SessionRepository, 'removeForUser'>;
  audit: Audit;
}

/** A user's links to other services, for an admin. @throws AppError 404. */
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
 * Ends a user's link to a service, and their sessions, which may stand on it, for an admin. Whoever comes from there
 * next with the user's proven address is linked anew.
 *
 * @throws AppError 404.
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
