import type { Identifier } from '../../http/index.js';
import type { PersonalTokenCredentials } from './credentials.js';

/** Authentication by a personal token in `Authorization: Bearer`. */
export const byPersonalToken =
  (tokens: PersonalTokenCredentials): Identifier =>
  async (request) => {
    const { authorization } = request.headers;
    const token = /^bearer +(slu_[^\s]*) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    const principal = await tokens.check(token, request.ip);
    if (principal?.token !== undefined) request.credential = { tokenId: principal.token.id };
    return principal;
  };
