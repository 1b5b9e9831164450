import type { FastifyRequest } from 'fastify';
import { describeBrowser } from './describe-browser.js';

/**
 * Signs a user in with a new session id, which prevents session fixation.
 *
 * @param method the sign-in method, such as `local`; null: unknown
 */
export async function beginSession(
  request: FastifyRequest,
  userId: string,
  method: string | null,
): Promise<void> {
  await request.session.regenerate();
  const { session, headers, ip } = request;
  session.userId = userId;
  session.trace = { method, browser: describeBrowser(headers['user-agent']), address: ip };
}
