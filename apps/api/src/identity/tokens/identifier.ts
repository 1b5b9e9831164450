import type { Identifier } from '../../http/index.js';
import type { ServiceTokenCredentials } from './service.js';

/**
 * Authentication by a service token in `Authorization: Bearer`; null: service tokens are disabled.
 */
export const byServiceToken =
  (tokens: ServiceTokenCredentials | null): Identifier =>
  async ({ headers: { authorization } }) => {
    const token = /^bearer +([\w.-]+) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return undefined;
    return tokens === null ? null : tokens.check(token);
  };
