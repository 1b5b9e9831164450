import type { FastifyRequest } from 'fastify';
import { describeBrowser } from './describe-browser.js';

/**
 * Signs a user in, under a new id: one that was known before must not become a signed-in one.
 *
 * @param method how they have signed in, such as `local`; null: not known
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
