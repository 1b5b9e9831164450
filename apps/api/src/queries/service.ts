import { isDeepStrictEqual } from 'node:util';
import type { CreateQuery, QueryParameter, UpdateQuery } from '@sluice/contracts';
import type {
  AccessRepository,
  ConnectionRepository,
  QueryRepository,
  QueryRow,
} from '@sluice/database';
import { AppError, badRequest, forbidden, notFound } from '@sluice/errors';
import {
  requireIncluded,
  usesEveryConnection,
  type Principal,
} from '../identity/principal/index.js';
import { namesVersion, presentQuery, type PresentedQuery } from './presenter.js';
import { requireOptionQueries } from './option-queries.js';
import { aclOf, requireGrantees, sameAcl, tagsOf } from './input.js';
import { isOneTenant, rightsOf } from './rights.js';
import { ForeignItem, type Tenants } from '../tenants/index.js';

/** Dependencies of the query functions. */
export interface QueryDependencies {
  queries: QueryRepository;
  connections: Pick<ConnectionRepository, 'find'>;
  accesses: Pick<AccessRepository, 'isAllowed'>;
  tenants: Tenants;
}

const DEFAULT_NAME = 'No Name Query';

/** Creates a query owned by the principal. @throws AppError 400, 403 */
export async function createQuery(
  deps: QueryDependencies,
  principal: Principal,
  body: CreateQuery,
): Promise<PresentedQuery> {
  const acl = aclOf(body.acl ?? []);
  await requireGrantees(deps, principal, body.acl ?? []);
  await requireConnection(deps, principal, body.connectionId ?? null);
  await requireOptionQueries(deps, principal, body.parameters ?? []);
  requireRunnable(body.runAs, body.connectionId ?? null);
  const query = await deps.queries.create({
    name: nameOf(body.name),
    connectionId: body.connectionId ?? null,
    queryText: body.queryText ?? '',
    parameters: body.parameters ?? [],
    chart: body.chart ?? null,
    tags: tagsOf(body.tags ?? []),
    runAs: body.runAs ?? 'caller',
    exposeAsTool: body.exposeAsTool ?? false,
    acl,
    createdBy: principal.id,
  });
  return presentQuery(query, rightsOf(query, principal, true));
}

/** Returns a query that the principal may read. @throws AppError 404, 403 */
export async function getQuery(
  deps: QueryDependencies,
  principal: Principal,
  id: string,
): Promise<PresentedQuery> {
  const { query, appliesToEveryone } = await find(deps, principal, id);
  return presentQuery(query, rightsOf(query, principal, appliesToEveryone));
}

/**
 * Changes the fields in the body. With `ifMatch`, the header of that name, only if it names the
 * current version. `restoredFrom` is the number of the version that the body restores.
 *
 * @throws AppError 400, 404, 403, 412
 */
export async function updateQuery(
  deps: QueryDependencies,
  principal: Principal,
  {
    id,
    ifMatch,
    body,
    restoredFrom,
  }: {
    id: string;
    ifMatch: string | undefined;
    body: UpdateQuery;
    restoredFrom?: number | undefined;
  },
): Promise<PresentedQuery> {
  const { query, appliesToEveryone } = await find(deps, principal, id);
  requireWrite(query, principal, appliesToEveryone);
  const { name, connectionId, chart } = body;
  const acl = body.acl && aclOf(body.acl);
  if (acl !== undefined && !sameAcl(acl, query.acl)) {
    await requireGrantees(deps, principal, body.acl ?? []);
  }
  if (connectionId !== query.connectionId) {
    await requireConnection(deps, principal, connectionId ?? null);
  } else if (body.runAs === 'owner') {
    await requireConnection(deps, principal, query.connectionId);
  }
  const known = query.parameters as QueryParameter[];
  await requireOptionQueries(deps, principal, body.parameters ?? [], known);
  const updated = await deps.queries.update(id, (current) => {
    requireWrite(current, principal, appliesToEveryone);
    if (acl !== undefined && !sameAcl(acl, current.acl)) requireSharing(current, principal);
    requireVersion(current, ifMatch);
    requireRunAs(current, principal, body);
    return {
      name: name === undefined ? undefined : nameOf(name),
      connectionId,
      queryText: body.queryText,
      parameters: body.parameters,
      chart,
      tags: body.tags && tagsOf(body.tags),
      runAs: body.runAs,
      exposeAsTool: body.exposeAsTool,
      acl,
      updatedBy: principal.id,
      restoredFrom,
    };
  });
  if (updated === null) throw notFound();
  return presentQuery(updated, rightsOf(updated, principal, appliesToEveryone));
}

/** Deletes a query, for its owner and admins. @throws AppError 404, 403, 412 */
export async function removeQuery(
  deps: QueryDependencies,
  principal: Principal,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
): Promise<void> {
  const { appliesToEveryone } = await find(deps, principal, id);
  const isRemoved = await deps.queries.remove(id, (current) => {
    if (!rightsOf(current, principal, appliesToEveryone).canDelete) throw forbidden();
    requireOwnConnection(current, principal);
    requireVersion(current, ifMatch);
  });
  if (!isRemoved) throw notFound();
}

interface Found {
  query: QueryRow;
  /** A row for everyone applies to the principal. */
  appliesToEveryone: boolean;
}

async function find(
  { queries, tenants }: QueryDependencies,
  principal: Principal,
  id: string,
): Promise<Found> {
  const query = await queries.find(id);
  if (query === null) throw notFound();
  const appliesToEveryone = await isOneTenant(tenants, query, principal);
  if (!rightsOf(query, principal, appliesToEveryone).canRead) throw foreign(query);
  requireOwnConnection(query, principal);
  return { query, appliesToEveryone };
}

/** A personal token of some connections reads only queries of them. */
function requireOwnConnection({ connectionId }: QueryRow, principal: Principal): void {
  if (connectionId !== null) requireIncluded(principal, connectionId);
}

const foreign = ({ ownerId, createdBy }: QueryRow) => new ForeignItem(ownerId ?? createdBy);

/** The right may have been revoked since the query was read. */
function requireWrite(query: QueryRow, principal: Principal, appliesToEveryone: boolean): void {
  const { canRead, canWrite } = rightsOf(query, principal, appliesToEveryone);
  if (!canRead) throw foreign(query);
  if (!canWrite) throw forbidden();
  requireOwnConnection(query, principal);
}

function requireSharing(query: QueryRow, principal: Principal): void {
  if (principal.role === 'admin' || query.ownerId === principal.id) return;
  throw forbidden('Only the owner can share a query', 'query_acl');
}

/**
 * Only its owner lets others use the access, and only for exactly this text: while runs use the access of the
 * owner, other writers cannot change what runs. Admins can use every connection anyway.
 */
function requireRunAs(current: QueryRow, principal: Principal, body: UpdateQuery): void {
  const { runAs = current.runAs, connectionId = current.connectionId } = body;
  if (principal.role === 'admin' || current.ownerId === principal.id) {
    requireRunnable(runAs, connectionId);
    return;
  }
  const { queryText = current.queryText, parameters = current.parameters } = body;
  const isSame = isDeepStrictEqual(
    { runAs, connectionId, queryText, parameters },
    {
      runAs: current.runAs,
      connectionId: current.connectionId,
      queryText: current.queryText,
      parameters: current.parameters,
    },
  );
  if (isSame || (runAs === 'caller' && current.runAs === 'caller')) return;
  throw forbidden(
    'Only the owner and admins can change what runs on the access of the owner',
    'query_run_as',
  );
}

/** @throws AppError 400 for a query without a connection whose access could be used */
function requireRunnable(runAs: UpdateQuery['runAs'] | null, connectionId: string | null): void {
  if (runAs !== 'owner' || connectionId !== null) return;
  throw badRequest([{ path: 'runAs', message: 'must be caller: the query has no connection' }]);
}

function requireVersion({ version, updatedAt, updatedByUser }: QueryRow, ifMatch?: string): void {
  if (ifMatch === undefined || namesVersion(ifMatch, version)) return;
  const who = updatedByUser?.email || updatedByUser?.name || 'a deleted user';
  throw new AppError('query_changed', 412, 'The query was changed since it was read', {
    detail: `Changed by ${who} at ${updatedAt.toISOString()}.`,
    errors: [{ path: 'if-match', message: 'does not match the current version' }],
  });
}

/**
 * Requires the same access as running the query: lists show details of a connection to its users
 * only.
 */
async function requireConnection(
  { connections, accesses }: QueryDependencies,
  principal: Principal,
  id: string | null,
): Promise<void> {
  if (id === null) return;
  requireIncluded(principal, id);
  if ((await connections.find(id)) === null) {
    throw badRequest([{ path: 'connectionId', message: 'Connection does not exist' }]);
  }
  if (!usesEveryConnection(principal) && !(await accesses.isAllowed(principal.id, id))) {
    throw forbidden('No access to this connection', 'connection_access');
  }
}

const nameOf = (name: string | null | undefined): string => name?.trim() || DEFAULT_NAME;
