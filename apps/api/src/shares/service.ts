import type { BatchShare, CreateBatchShare } from '@sluice/contracts';
import {
  isUuid,
  newId,
  type BatchShareRepository,
  type BatchShareRow,
  type ServiceTokenRepository,
  type Slice,
  type UserRepository,
} from '@sluice/database';
import { badRequest, notFound } from '@sluice/errors';
import type { Audit, AuditContext } from '../audit/index.js';
import { requireIncluded, type Principal } from '../identity/principal/index.js';
import { ForeignItem, type Tenants } from '../tenants/index.js';

/** Dependencies of the functions of shares. */
export interface BatchShareDependencies {
  shares: BatchShareRepository;
  users: Pick<UserRepository, 'find'>;
  tokens: Pick<ServiceTokenRepository, 'find'>;
  tenants: Pick<Tenants, 'isSameTenant'>;
  audit: Pick<Audit, 'record'>;
}

const MAX_SHARES_PER_BATCH = 500;

/** Lists the shares of a batch that have not expired, oldest first. @throws AppError 404, 403 */
export async function listBatchShares(
  { shares }: BatchShareDependencies,
  principal: Principal,
  { batchId, ...slice }: Slice & { batchId: string },
): Promise<BatchShare[]> {
  await requireManaged(shares, principal, batchId);
  return (await shares.list({ batchId, ...slice })).map(presentBatchShare);
}

/**
 * Shares a batch. A second share with the same user or group replaces the expiry of the first.
 *
 * @throws AppError 404, 403; 400 for an unknown user, the owner and the principal itself
 */
export async function createBatchShare(
  deps: BatchShareDependencies,
  context: AuditContext,
  batchId: string,
  { userId = null, groupId = null, expiresInSeconds = null }: CreateBatchShare,
): Promise<BatchShare> {
  const { shares, audit } = deps;
  const { actor } = context;
  const { userId: ownerId } = await requireManaged(shares, actor, batchId);
  if (userId !== null) await requireGrantee(deps, { ownerId, actor }, userId);
  const row = await shares.create(
    { id: newId(), batchId, userId, groupId, createdBy: actor.id, expiresInSeconds },
    MAX_SHARES_PER_BATCH,
  );
  if (row === 'no_batch') throw notFound();
  if (row === 'too_many') {
    const message = `The batch has ${MAX_SHARES_PER_BATCH} shares, the maximum. Delete one.`;
    throw badRequest([{ path: userId === null ? 'groupId' : 'userId', message }]);
  }
  await audit.record({
    ...context,
    action: 'share.created',
    target: `batches/${batchId}`,
    detail: { ...detailOf(row), ownerId, expiresInSeconds },
  });
  return presentBatchShare(row);
}

/** Deletes a share. @throws AppError 404, 403 */
export async function removeBatchShare(
  { shares, audit }: BatchShareDependencies,
  context: AuditContext,
  { id: batchId, shareId }: { id: string; shareId: string },
): Promise<void> {
  const { userId: ownerId } = await requireManaged(shares, context.actor, batchId);
  const removed = isUuid(shareId) ? await shares.remove(batchId, shareId) : null;
  if (removed === null) throw notFound();
  await audit.record({
    ...context,
    action: 'share.deleted',
    target: `batches/${batchId}`,
    detail: { ...detailOf(removed), ownerId },
  });
}

/** Returns a batch whose shares and links the principal manages: the owner or an admin. @throws AppError 404, 403 */
export async function requireManaged(
  shares: Pick<BatchShareRepository, 'batch'>,
  principal: Principal,
  batchId: string,
): Promise<{ userId: string }> {
  const batch = isUuid(batchId) ? await shares.batch(batchId) : null;
  if (batch === null) throw notFound();
  const { userId, connectionId } = batch;
  if (userId !== principal.id && principal.role !== 'admin') throw new ForeignItem(userId);
  requireIncluded(principal, connectionId);
  return { userId };
}

/**
 * Users of other tenants than the owner's are unknown, also to admins. Admins cannot share with
 * themselves: a share names another principal or everyone.
 *
 * @throws AppError 400
 */
async function requireGrantee(
  { users, tokens, tenants }: BatchShareDependencies,
  { ownerId, actor }: { ownerId: string; actor: Principal },
  userId: string,
): Promise<void> {
  if (userId === ownerId) throw refuse('User is the owner of the batch');
  if (userId === actor.id) throw refuse('You cannot share with yourself');
  const found = (await users.find(userId)) ?? (await tokens.find(userId));
  if (found === null || !(await tenants.isSameTenant(ownerId, userId))) {
    throw refuse('User does not exist');
  }
}

const refuse = (message: string) => badRequest([{ path: 'userId', message }]);

const detailOf = ({ id: shareId, userId, groupId }: BatchShareRow) => ({
  shareId,
  ...(userId === null ? { groupId } : { userId }),
});

const presentBatchShare = ({ expiresAt, createdAt, ...row }: BatchShareRow): BatchShare => ({
  ...row,
  expiresAt: expiresAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
