import type { BatchLink, CreateBatchLink, CreatedBatchLink } from '@sluice/contracts';
import {
  isUuid,
  newId,
  type BatchLinkRepository,
  type BatchLinkRow,
  type BatchShareRepository,
  type Slice,
} from '@sluice/database';
import { badRequest, forbidden, notFound } from '@sluice/errors';
import type { Audit, AuditContext } from '../audit/index.js';
import type { PasswordHasher } from '../identity/password-hashing/index.js';
import type { Principal } from '../identity/principal/index.js';
import { requireManaged } from '../shares/index.js';
import { hashOfToken, newLinkToken } from './tokens.js';

/** Dependencies of the functions that manage links. */
export interface BatchLinkDependencies {
  links: BatchLinkRepository;
  shares: Pick<BatchShareRepository, 'batch'>;
  passwords: Pick<PasswordHasher, 'hash'>;
  audit: Pick<Audit, 'record'>;
  /** SERVICE_PUBLIC_LINKS. */
  isAllowed: boolean;
}

const MAX_LINKS_PER_BATCH = 50;

/** Lists the links of a batch that have not expired, oldest first. @throws AppError 404, 403 */
export async function listBatchLinks(
  { links, shares }: BatchLinkDependencies,
  principal: Principal,
  { batchId, ...slice }: Slice & { batchId: string },
): Promise<BatchLink[]> {
  await requireManaged(shares, principal, batchId);
  return (await links.list({ batchId, ...slice })).map(presentBatchLink);
}

/**
 * Creates a link and returns it with its token, which is not stored.
 *
 * @throws AppError 404, 403; 400 at the maximum of links
 */
export async function createBatchLink(
  { links, shares, passwords, audit, isAllowed }: BatchLinkDependencies,
  context: AuditContext,
  batchId: string,
  body: CreateBatchLink,
): Promise<Omit<CreatedBatchLink, 'url'> & { token: string }> {
  if (!isAllowed) throw forbidden('Public links are disabled', 'public_links_disabled');
  const { actor } = context;
  const { userId: ownerId } = await requireManaged(shares, actor, batchId);
  const { expiresInSeconds, password = null, allowDownload = false, maxRows = null } = body;
  const token = newLinkToken();
  const row = await links.create(
    {
      id: newId(),
      batchId,
      tokenHash: hashOfToken(token),
      passwordHash: password === null ? null : await passwords.hash(password),
      allowDownload,
      maxRows,
      createdBy: actor.id,
      expiresInSeconds,
    },
    MAX_LINKS_PER_BATCH,
  );
  if (row === 'no_batch') throw notFound();
  if (row === 'too_many') {
    const message = `The batch has ${MAX_LINKS_PER_BATCH} links, the maximum. Delete one.`;
    throw badRequest([{ path: 'id', message }]);
  }
  const { id: linkId, hasPassword } = row;
  await audit.record({
    ...context,
    action: 'link.created',
    target: `batches/${batchId}`,
    detail: { linkId, ownerId, expiresInSeconds, hasPassword, allowDownload, maxRows },
  });
  return { ...presentBatchLink(row), token };
}

/** Deletes a link, which ends at once. @throws AppError 404, 403 */
export async function removeBatchLink(
  { links, shares, audit }: BatchLinkDependencies,
  context: AuditContext,
  { id: batchId, linkId }: { id: string; linkId: string },
): Promise<void> {
  const { userId: ownerId } = await requireManaged(shares, context.actor, batchId);
  const removed = isUuid(linkId) ? await links.remove(batchId, linkId) : null;
  if (removed === null) throw notFound();
  await audit.record({
    ...context,
    action: 'link.deleted',
    target: `batches/${batchId}`,
    detail: { linkId, ownerId },
  });
}

const presentBatchLink = ({
  expiresAt,
  lastUsedAt,
  createdAt,
  ...row
}: BatchLinkRow): BatchLink => ({
  ...row,
  expiresAt: expiresAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
