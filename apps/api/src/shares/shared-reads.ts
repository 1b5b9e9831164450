import type { BatchShareRepository, ShareGrant } from '@sluice/database';
import type { Principal } from '../identity/principal/index.js';

/** A principal that reads a batch by a share. */
export interface SharedReader {
  principal: Pick<Principal, 'id'>;
  batchId: string;
}

/** Checks which batches of other users a principal may read. */
export interface SharedReads {
  /** Returns the grant of a reader at this moment; null without one. */
  find(reader: SharedReader): Promise<ShareGrant | null>;
  /** Returns the readers without a grant, by one query. */
  ended<Reader extends SharedReader>(readers: readonly Reader[]): Promise<Set<Reader>>;
  /** The path of the tenant in the data of users; null without tenants. */
  tenantPath: string[] | null;
}

/**
 * Creates the check. It reads the database each time, so that the end of a share takes effect with
 * the next request of every process. Owners and admins cause no query.
 */
export const createSharedReads = (
  shares: Pick<BatchShareRepository, 'grants'>,
  tenantPath: string[] | null,
): SharedReads => ({
  find: async ({ principal, batchId }) => {
    const [grant = null] = await shares.grants([{ batchId, userId: principal.id }], tenantPath);
    return grant;
  },
  ended: async (readers) => {
    if (readers.length === 0) return new Set();
    const grants = await shares.grants(
      readers.map(({ principal, batchId }) => ({ batchId, userId: principal.id })),
      tenantPath,
    );
    return new Set(readers.filter((_, at) => (grants[at] ?? null) === null));
  },
  tenantPath,
});
