import { createHash } from 'node:crypto';
import type { SessionStore } from '@fastify/session';
import type { SessionRepository, SignInTrace } from '@sluice/database';
import type { Session } from 'fastify';
import { type Principal, principalFrom } from '../principal/index.js';
import type { SessionLifetimes } from './lifetimes.js';

declare module 'fastify' {
  interface Session {
    /** The session's user; set at the sign-in. */
    userId?: string;
    /** Details of the sign-in. */
    trace?: Pick<SignInTrace, 'method'> & Partial<SignInTrace>;
    /** The user, read together with the session; absent in a new session. */
    principal?: Principal;
    /** Time until the stored session expires, in milliseconds. */
    remainingMs?: number;
  }
}

/**
 * Stores sessions in PostgreSQL under a hash of their id, so that a copy of the table does not
 * grant access. Sessions without a user are not stored.
 */
export function createSessionStore(
  sessions: SessionRepository,
  { idleMs, absoluteMs }: SessionLifetimes,
): SessionStore {
  return {
    get: (sessionId, callback) => {
      settle(load(sessions, sessionId, { idleMs, absoluteMs }), callback);
    },
    set: (sessionId, { userId, trace, remainingMs }, callback) => {
      const idHash = hashOfSession(sessionId);
      const save = (): Promise<void> => {
        if (userId === undefined) return Promise.resolve();
        // A session that was read before may have ended since.
        if (remainingMs !== undefined) return sessions.prolong(idHash, idleMs);
        return sessions.save({ idHash, userId, lifetimeMs: idleMs, ...unknownSignIn, ...trace });
      };
      settle(save(), callback);
    },
    destroy: (sessionId, callback) => {
      settle(sessions.remove(hashOfSession(sessionId)), callback);
    },
  };
}

const unknownSignIn: SignInTrace = { method: null, browser: null, address: null };

async function load(
  sessions: SessionRepository,
  sessionId: string,
  { idleMs, absoluteMs }: SessionLifetimes,
): Promise<Session | null> {
  const row = await sessions.find(hashOfSession(sessionId), absoluteMs);
  if (row === null) return null;
  return {
    cookie: { originalMaxAge: idleMs },
    userId: row.userId,
    trace: { method: row.method },
    principal: principalFrom({ ...row, id: row.userId }),
    remainingMs: row.remainingMs,
  };
}

/** Returns the key of a session's row. The id itself is only in the cookie. */
export const hashOfSession = (sessionId: string): string =>
  createHash('sha256').update(sessionId).digest('hex');

function settle<T>(promise: Promise<T>, callback: (error: Error | null, result?: T) => void): void {
  promise.then(
    (result) => callback(null, result),
    (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
  );
}
