import type { Identifier } from '../../http/index.js';
import type { BasicCredentials } from './service.js';
import { principalFrom } from '../principal/index.js';

/**
 * HTTP Basic authentication with the password of a local user; null: password authentication is
 * disabled.
 */
export const byBasic =
  (basic: BasicCredentials | null): Identifier =>
  async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined) return undefined;
    if (basic === null || !/^basic /i.test(authorization)) return null;
    const user = await basic.check(authorization, request.ip);
    if (user === null) return null;
    request.credential = { passwordHash: user.passwordHash };
    return principalFrom(user);
  };
