import type { ApiSettings } from '@sluice/config';
import { isReturnPath } from '@sluice/contracts/return-path';
import type { UserRow } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSession } from '../session/index.js';
import type { Audit } from '../../audit/index.js';

/** The ends of sign-ins that go through another service's pages. */
export interface BrowserSignIn {
  /**
   * Leads to the sign-in page where a page of another site sent the browser to a sign-in: a provider that asks
   * nothing would open a session that nobody has asked for. That page goes on to the same `returnTo`.
   */
  requireChoice(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Signs the user in under a new session id and leads the browser on to `returnTo`. */
  succeed(
    request: FastifyRequest,
    reply: FastifyReply,
    user: UserRow,
    method: string,
    returnTo?: string,
  ): Promise<void>;
  /** Leads the browser to the sign-in page, which says why by `code`; the cause is only logged. */
  fail(
    request: FastifyRequest,
    reply: FastifyReply,
    method: string,
    code: string,
    cause?: unknown,
  ): Promise<void>;
}

/** Makes the ends of a sign-in. */
export function createBrowserSignIn(
  { SERVICE_BASE_URL: baseUrl }: Pick<ApiSettings, 'SERVICE_BASE_URL'>,
  audit: Audit,
): BrowserSignIn {
  return {
    requireChoice: async ({ headers, query }, reply) => {
      if (headers['sec-fetch-site'] !== 'cross-site') return undefined;
      const { returnTo } = query as { returnTo?: unknown };
      const path = safeReturn(typeof returnTo === 'string' ? returnTo : undefined, baseUrl);
      const next = encodeURIComponent(path.slice(baseUrl.length));
      return reply.header('cache-control', 'no-store').redirect(`${baseUrl}/signin?next=${next}`);
    },
    succeed: async (request, reply, user, method, returnTo) => {
      await beginSession(request, user.id, method);
      await audit.record({
        action: 'sign_in',
        actor: user,
        address: request.ip,
        detail: { method },
      });
      sendOn(reply, safeReturn(returnTo, baseUrl));
    },
    fail: async (request, reply, method, code, cause) => {
      request.log.info({ err: cause, method, code }, 'a sign-in was refused');
      await audit.record({
        action: 'sign_in',
        outcome: 'refused',
        actor: null,
        address: request.ip,
        detail: { method, code },
      });
      reply.redirect(`${baseUrl}/signin?error=${encodeURIComponent(code)}`);
    },
  };
}

/**
 * A page that goes on by itself: after a redirect from another site the browser would hold a strict
 * session cookie back.
 */
function sendOn(reply: FastifyReply, path: string): void {
  const target = path.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signed in</title>` +
        `<meta http-equiv="refresh" content="0;url=${target}">` +
        `<p>You are signed in. <a href="${target}">Go on</a></p></html>`,
    );
}

/** Returns where to go after a sign-in: `returnTo` where the service has it, else its first page. */
const safeReturn = (returnTo: string | undefined, baseUrl: string): string =>
  returnTo !== undefined && isReturnPath(returnTo, baseUrl) ? returnTo : `${baseUrl}/`;
