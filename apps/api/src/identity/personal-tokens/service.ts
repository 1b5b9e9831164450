import type { CreatedPersonalToken, CreatePersonalToken, PersonalToken } from '@sluice/contracts';
import {
  newId,
  type BatchRepository,
  type ConnectionRepository,
  type PersonalTokenRepository,
  type PersonalTokenRow,
  type Slice,
} from '@sluice/database';
import { badRequest, type FieldError, forbidden, notFound } from '@sluice/errors';
import type { Audit, AuditContext } from '../../audit/index.js';
import type { ShortLivedCache } from '../../cache/index.js';
import { ANONYMOUS_USER_ID, type Principal } from '../principal/index.js';
import { hashOf, maskOf, newToken } from './format.js';

/** Dependencies of the personal token functions. */
export interface PersonalTokenDependencies {
  tokens: PersonalTokenRepository;
  connections: Pick<ConnectionRepository, 'findFor'>;
  batches: Pick<BatchRepository, 'requestCancel'>;
  audit: Audit;
}

const MAX_TOKENS_PER_USER = 200;

/**
 * Lists the principal's tokens, newest first, without their secrets; for admins, those of all users.
 *
 * @throws AppError 403 for the tokens of all users, if the principal is not an admin
 */
export async function listPersonalTokens(
  { tokens }: PersonalTokenDependencies,
  { id, role }: Principal,
  page: Slice & { all: boolean },
): Promise<PersonalToken[]> {
  const { all, ...slice } = page;
  if (all && role !== 'admin') throw forbidden();
  return (await tokens.list({ userId: all ? null : id, ...slice })).map(presentPersonalToken);
}

/**
 * Creates a token of the principal; only this response contains it.
 *
 * @throws AppError 400 for a name in use, unknown connections and scopes of admins; 403 for
 * principals that are not users
 */
export async function createPersonalToken(
  deps: PersonalTokenDependencies,
  context: AuditContext,
  body: CreatePersonalToken,
): Promise<CreatedPersonalToken> {
  const { actor } = context;
  // The tokens of the anonymous user would still be valid after authentication is enabled.
  if (actor.id === ANONYMOUS_USER_ID) throw notAUser();
  const scopes = [...new Set(body.scopes)];
  const connectionIds = [...new Set(body.connectionIds ?? [])];
  requireScopes(actor, scopes, connectionIds);
  await requireConnections(deps, actor, connectionIds);
  const token = newToken();
  const row = await deps.tokens.create(
    {
      id: newId(),
      userId: actor.id,
      name: body.name,
      hash: hashOf(token),
      maskedToken: maskOf(token),
      scopes,
      connectionIds,
      readOnly: body.readOnly ?? false,
      maxConcurrency: body.maxConcurrency ?? null,
      maxRows: body.maxRows ?? null,
      expiresInSeconds: body.expiresInSeconds ?? null,
    },
    MAX_TOKENS_PER_USER,
  );
  if (row === 'no_user') throw notAUser();
  if (row === 'taken') throw refuse('name', 'is already in use');
  if (row === 'too_many') {
    throw refuse('name', `You have ${MAX_TOKENS_PER_USER} tokens, the maximum. Delete one.`);
  }
  await deps.audit.record({
    ...context,
    action: 'token.created',
    target: `tokens/${row.id}`,
    detail: { name: row.name, scopes, readOnly: row.readOnly },
  });
  return { ...presentPersonalToken(row), token };
}

/**
 * Deletes a token and cancels its batches: the principal's own or, for an admin, that of any user.
 *
 * @throws AppError 404, also for a token of another user
 */
export async function removePersonalToken(
  { tokens, batches, audit }: PersonalTokenDependencies,
  context: AuditContext,
  id: string,
): Promise<void> {
  const { actor } = context;
  const removed = await tokens.remove(id, actor.role === 'admin' ? null : actor.id);
  if (removed === null) throw notFound();
  for (const batchId of await tokens.unfinishedBatches(id)) {
    await batches.requestCancel(batchId, actor.id);
  }
  const { name, userId } = removed;
  const detail = { name, userId };
  await audit.record({ ...context, action: 'token.deleted', target: `tokens/${id}`, detail });
}

/**
 * Wraps the repository: deleting a token removes it from the cache, so that its next request is
 * refused.
 */
export const withFreshPersonalTokens = (
  tokens: PersonalTokenRepository,
  cache: Pick<ShortLivedCache<PersonalTokenRow | null>, 'clear'>,
): PersonalTokenRepository => ({
  ...tokens,
  // The cache is keyed by hashes, which a failed deletion does not return.
  remove: (id, userId) => tokens.remove(id, userId).finally(() => cache.clear()),
});

/** @throws AppError 400 */
function requireScopes(
  { role }: Principal,
  scopes: CreatePersonalToken['scopes'],
  connectionIds: string[],
): void {
  if (!scopes.includes('admin')) return;
  if (role !== 'admin') throw refuse('scopes', 'can contain admin for admins only');
  // Admins manage all connections, so the list would not narrow anything.
  if (connectionIds.length > 0) {
    throw refuse('connectionIds', 'cannot be combined with the scope admin');
  }
}

/** @throws AppError 400 naming each connection that the principal cannot use */
async function requireConnections(
  { connections }: PersonalTokenDependencies,
  { id, role }: Principal,
  connectionIds: string[],
): Promise<void> {
  const errors: FieldError[] = [];
  for (const [index, connectionId] of connectionIds.entries()) {
    const found = await connections.findFor(connectionId, id);
    if (found !== null && (role === 'admin' || found.allowed)) continue;
    const message = 'Connection does not exist, or you have no access to it';
    errors.push({ path: `connectionIds.${index}`, message });
  }
  if (errors.length > 0) throw badRequest(errors);
}

const refuse = (path: string, message: string) =>
  badRequest([{ path, message }], `"${path}" ${message}`);

const notAUser = () => forbidden('Only users can have personal tokens', 'not_a_user');

const presentPersonalToken = ({
  expiresAt,
  lastUsedAt,
  createdAt,
  connectionIds,
  ...row
}: PersonalTokenRow): PersonalToken => ({
  ...row,
  connectionIds: connectionIds.length === 0 ? null : connectionIds,
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
