import type { Identifier } from '../../http/index.js';
import { hashOfSession } from './store-plugin.js';

/** Authentication by the session cookie. */
export const bySession: Identifier = (request) => {
  const { principal, sessionId } = request.session;
  if (principal === undefined) return Promise.resolve(undefined);
  request.credential = { sessionIdHash: hashOfSession(sessionId) };
  return Promise.resolve(principal);
};
