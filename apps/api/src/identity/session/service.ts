import type { Session } from '@sluice/contracts';
import { isUuid, type SessionRepository, type Slice, type UserRepository } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Credential } from '../principal/index.js';
import type { Audit, AuditContext } from '../../audit/index.js';
import type { SessionLifetimes } from './lifetimes.js';

/** Dependencies of the session functions. */
export interface SessionDependencies {
  sessions: Pick<SessionRepository, 'list' | 'removeListed' | 'removeForUser'>;
  users: Pick<UserRepository, 'find'>;
  lifetimes: SessionLifetimes;
  audit: Audit;
}

/** The credential of the request; its session hash identifies the current session. */
type CurrentSession = Pick<Credential, 'sessionIdHash'> | null;

/** Lists the principal's sessions, last used first, without secrets. */
export async function listSessions(
  { sessions, lifetimes }: SessionDependencies,
  { actor }: AuditContext,
  current: CurrentSession,
  slice: Slice,
): Promise<Session[]> {
  const rows = await sessions.list(actor.id, lifetimes.absoluteMs, slice);
  return rows.map(({ id, idHash, createdAt, lastUsedAt, method, browser, address }) => ({
    id,
    isCurrent: idHash === current?.sessionIdHash,
    browser,
    address,
    method,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }));
}

/**
 * Ends one of the principal's sessions. @throws AppError 404, also for a session of another user
 */
export async function endSession(
  { sessions, lifetimes, audit }: SessionDependencies,
  context: AuditContext,
  id: string,
): Promise<void> {
  const isEnded =
    isUuid(id) && (await sessions.removeListed(context.actor.id, id, lifetimes.absoluteMs));
  if (!isEnded) throw notFound();
  const target = `users/${context.actor.id}`;
  await audit.record({ ...context, action: 'session.ended', target, detail: { sessionId: id } });
}

/** Ends the principal's sessions except for the current one, if there is one. */
export const endOtherSessions = (
  deps: SessionDependencies,
  context: AuditContext,
  current: CurrentSession,
): Promise<void> => endAll(deps, context, context.actor.id, current?.sessionIdHash);

/** Ends all sessions of a user, for an admin. @throws AppError 404 */
export async function endSessionsOf(
  deps: SessionDependencies,
  context: AuditContext,
  userId: string,
): Promise<void> {
  if ((await deps.users.find(userId)) === null) throw notFound();
  await endAll(deps, context, userId);
}

/** Records an audit event only if a session has ended. */
async function endAll(
  { sessions, audit }: SessionDependencies,
  context: AuditContext,
  userId: string,
  keptIdHash?: string,
): Promise<void> {
  const ended = await sessions.removeForUser(userId, keptIdHash);
  if (ended === 0) return;
  const target = `users/${userId}`;
  await audit.record({ ...context, action: 'session.ended', target, detail: { ended } });
}
