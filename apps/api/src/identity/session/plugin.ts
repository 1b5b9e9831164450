import { randomBytes } from 'node:crypto';
import cookie, { Signer } from '@fastify/cookie';
import session from '@fastify/session';
import { isCookieSecure, type ApiSettings } from '@sluice/config';
import type { SessionRepository } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../http/index.js';
import { sessionLifetimesOf } from './lifetimes.js';
import { createSessionStore } from './store-plugin.js';

/** Returns the path of the session cookie. */
export const cookiePath = (settings: ApiSettings): string => settings.SERVICE_BASE_URL || '/';

/**
 * Adds cookie sessions to the routes of this scope. A session in use is extended, with at most one
 * write per minute; it ends 12 hours after the sign-in at the latest.
 */
export async function addSessions(
  scope: Scope,
  settings: ApiSettings,
  sessions: SessionRepository,
): Promise<void> {
  const lifetimes = sessionLifetimesOf(settings);
  const { idleMs } = lifetimes;
  await scope.register(cookie);
  await scope.register(session, {
    secret: signerOfSessions(settings.SERVICE_COOKIE_SECRET),
    idGenerator: (request) => (isWithoutSession(request) ? NO_ID : newId()),
    cookieName: settings.SERVICE_COOKIE_NAME,
    cookie: {
      path: cookiePath(settings),
      httpOnly: true,
      sameSite: settings.SERVICE_SESSION_COOKIE_SAME_SITE,
      maxAge: idleMs,
      // The plugin would send no cookie where TLS ends at a reverse proxy; see markSecure.
      secure: false,
    },
    store: createSessionStore(sessions, lifetimes),
    saveUninitialized: false,
    rolling: false,
  });
  const renewAfterMs = Math.min(60_000, idleMs / 2);
  scope.addHook('onRequest', async (request) => {
    const { remainingMs } = request.session;
    if (remainingMs !== undefined && idleMs - remainingMs > renewAfterMs) {
      await request.session.save();
    }
  });
  if (isCookieSecure(settings)) {
    scope.addHook('onSend', (_request, reply, payload, done) => {
      markSecure(reply, settings.SERVICE_COOKIE_NAME);
      done(null, payload);
    });
  }
}

/** The id of a request without a session: the plugin neither signs nor saves it. */
const NO_ID = '';

const newId = (): string => randomBytes(24).toString('base64url');

/**
 * Returns true for API clients: they authenticate each request in `Authorization`, and only routes
 * for anyone start a session. Creating an unused session took 10 % of a poll's CPU time.
 */
const isWithoutSession = (request: FastifyRequest | undefined): boolean =>
  request?.headers.authorization !== undefined &&
  request.headers.cookie === undefined &&
  request.routeOptions.config.access !== 'anyone';

/** Signs like the plugin's default signer, except for {@link NO_ID}. */
function signerOfSessions(secret: string) {
  const signer = new Signer(secret, 'sha256');
  return {
    sign: (id: string) => (id === NO_ID ? NO_ID : signer.sign(id)),
    unsign: (signed: string) => signer.unsign(signed),
  };
}

function markSecure(reply: FastifyReply, cookieName: string): void {
  const header = reply.getHeader('set-cookie');
  if (header === undefined) return;
  const cookies = (Array.isArray(header) ? header : [String(header)]).map((text) =>
    text.startsWith(`${cookieName}=`) && !/; *secure/i.test(text) ? `${text}; Secure` : text,
  );
  reply.removeHeader('set-cookie');
  reply.header('set-cookie', cookies);
}
