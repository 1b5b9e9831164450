import type { ApiSettings } from '@sluice/config';
import { isReturnPath } from '@sluice/contracts/return-path';
import type { UserRow } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSession } from '../session/index.js';
import type { Audit } from '../../audit/index.js';

/** The browser side of sign-ins with another service. */
export interface BrowserSignIn {
  /**
   * Redirects to the sign-in page when another site started the sign-in: a provider that asks
   * nothing would otherwise open a session that the user did not request. The sign-in page
   * continues to the same `returnTo`.
   */
  requireChoice(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Signs the user in with a new session id and sends the browser to `returnTo`. */
  succeed(
    request: FastifyRequest,
    reply: FastifyReply,
    user: UserRow,
    method: string,
    returnTo?: string,
  ): Promise<void>;
  /** Redirects to the sign-in page, which explains `code`; the cause is only logged. */
  fail(
    request: FastifyRequest,
    reply: FastifyReply,
    method: string,
    code: string,
    cause?: unknown,
  ): Promise<void>;
}

/** Creates the browser side of sign-ins. */
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
      sendRedirectPage(reply, safeReturn(returnTo, baseUrl));
    },
    fail: async (request, reply, method, code, cause) => {
      request.log.info({ err: cause, method, code }, 'sign-in refused');
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
 * Sends a page that redirects by itself: after an HTTP redirect from another site the browser would
 * not send a strict session cookie.
 */
function sendRedirectPage(reply: FastifyReply, path: string): void {
  const target = path.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
  reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signed in</title>` +
        `<meta http-equiv="refresh" content="0;url=${target}">` +
        `<p>You are signed in. <a href="${target}">Continue</a></p></html>`,
    );
}

/**
 * Returns the path after a sign-in: `returnTo` if it is a path of the service, otherwise the first
 * page.
 */
const safeReturn = (returnTo: string | undefined, baseUrl: string): string =>
  returnTo !== undefined && isReturnPath(returnTo, baseUrl) ? returnTo : `${baseUrl}/`;
