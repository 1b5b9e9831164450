import type { QueryParameter } from '@sluice/contracts';
import type { QueryRepository, QueryRow } from '@sluice/database';
import { badRequest } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import type { Tenants } from '../tenants/index.js';
import { isOneTenant, rightsOf } from './rights.js';

/**
 * Refuses definitions that take their options from a query that the principal cannot read. `known` are the definitions
 * before the change: another editor may have chosen theirs.
 *
 * @throws AppError 400
 */
export async function requireOptionQueries(
  deps: { queries: Pick<QueryRepository, 'find'>; tenants: Tenants },
  principal: Principal,
  parameters: readonly QueryParameter[],
  known: readonly QueryParameter[] = [],
): Promise<void> {
  const knownIds = new Set(known.map(({ optionsQueryId }) => optionsQueryId));
  const errors = [];
  for (const [index, { optionsQueryId }] of parameters.entries()) {
    if (optionsQueryId === undefined || knownIds.has(optionsQueryId)) continue;
    const query = await deps.queries.find(optionsQueryId);
    if (query !== null && (await canRead(deps.tenants, query, principal))) continue;
    errors.push({
      path: `parameters.${index}.optionsQueryId`,
      message: 'is no query that you can read',
    });
  }
  if (errors.length > 0) throw badRequest(errors);
}

const canRead = async (tenants: Tenants, query: QueryRow, principal: Principal): Promise<boolean> =>
  rightsOf(query, principal, await isOneTenant(tenants, query, principal)).canRead;
