import type { StoredBytesRepository } from '@sluice/database';
import { forbidden } from '@sluice/errors';
import { createShortLivedCache } from '../cache/index.js';

/** The storage quota of a tenant's results. */
export interface StorageQuota {
  /** @throws AppError 403 `storage_quota` while the tenant's stored results exceed the quota */
  requireCapacity(userId: string): Promise<void>;
}

/** Dependencies of {@link createStorageQuota}. */
export interface StorageQuotaDependencies {
  storedBytes: StoredBytesRepository;
  /** Path of the tenant's name in the user's `data`; null: each user is a tenant. */
  path: string[] | null;
  /** Quota in megabytes; 0 disables the limit. */
  maxMegabytes: number;
}

/**
 * Checks the quota before a batch and reads the sum at most every 10 s. A tenant can exceed the
 * quota by the results that its batches write concurrently in that time; each result has its own
 * limits.
 */
export function createStorageQuota({
  storedBytes,
  path,
  maxMegabytes,
}: StorageQuotaDependencies): StorageQuota {
  const megabytes = createShortLivedCache(
    async (userId) => (await storedBytes.ofTenant(userId, path)) / 1e6,
    { maxAgeMs: 10_000 },
  );
  return {
    requireCapacity: async (userId) => {
      if (maxMegabytes === 0 || (await megabytes.get(userId)) < maxMegabytes) return;
      throw forbidden(
        `Storage quota reached (${maxMegabytes} MB of stored results). Delete results or ask an administrator.`,
        'storage_quota',
      );
    },
  };
}
