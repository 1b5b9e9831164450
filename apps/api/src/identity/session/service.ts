import type { Session } from '@sluice/contracts';
import { isUuid, type SessionRepository, type Slice, type UserRepository } from '@sluice/database';
import { notFound } from '@sluice/errors';
import type { Credential } from '../principal/index.js';
import type { Audit, AuditContext } from '../../audit/index.js';
import type { SessionLifetimes } from './lifetimes.js';

/** What sessions are listed and ended with. */
export interface SessionDependencies {
  sessions: Pick<SessionRepository, 'list' | 'removeListed' | 'removeForUser'>;
  users: Pick<UserRepository, 'find'>;
  lifetimes: SessionLifetimes;
  audit: Audit;
}

/** What a request came with; a session's hash tells which one is the caller's own. */
type Came = Pick<Credential, 'sessionIdHash'> | null;

/** The caller's sessions, last used first; none of it opens a session. */
export async function listSessions(
  { sessions, lifetimes }: SessionDependencies,
  { actor }: AuditContext,
  came: Came,
  slice: Slice,
): Promise<Session[]> {
  const rows = await sessions.list(actor.id, lifetimes.absoluteMs, slice);
  return rows.map(({ id, idHash, createdAt, lastUsedAt, method, browser, address }) => ({
    id,
    isCurrent: idHash === came?.sessionIdHash,
    browser,
    address,
    method,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }));
}

/** Ends one of the caller's sessions. @throws AppError 404, also for somebody else's. */
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

/** Ends the caller's sessions but for the one that the request came with, if it came with one. */
export const endOtherSessions = (
  deps: SessionDependencies,
  context: AuditContext,
  came: Came,
): Promise<void> => endAll(deps, context, context.actor.id, came?.sessionIdHash);

/** Ends all sessions of a user, for an admin. @throws AppError 404. */
export async function endSessionsOf(
  deps: SessionDependencies,
  context: AuditContext,
  userId: string,
): Promise<void> {
  if ((await deps.users.find(userId)) === null) throw notFound();
  await endAll(deps, context, userId);
}

/** Where none was open, nothing has happened that the record would tell. */
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
