import type { StoredBytesRepository } from '@sluice/database';
import { forbidden } from '@sluice/errors';
import { createBriefMemory } from '../cache/index.js';

/** How much of results is kept for a tenant. */
export interface StorageQuota {
  /** @throws AppError 403 `storage_quota` while the tenant keeps more than it may */
  requireRoom(userId: string): Promise<void>;
}

/** What a {@link StorageQuota} counts by. */
export interface StorageQuotaDependencies {
  storedBytes: StoredBytesRepository;
  /** Path of the tenant's name in the user's `data`; null: each user is a tenant. */
  path: string[] | null;
  /** 0 = any number. */
  mostMegabytes: number;
}

/**
 * Counts at most every ten seconds, and before a batch, not while it runs: a tenant can get past its quota
 * by what runs beside each other in that time, each result within its own limits.
 */
export function createStorageQuota({
  storedBytes,
  path,
  mostMegabytes,
}: StorageQuotaDependencies): StorageQuota {
  const megabytes = createBriefMemory(
    async (userId) => (await storedBytes.ofTenant(userId, path)) / 1e6,
    { maxAgeMs: 10_000 },
  );
  return {
    requireRoom: async (userId) => {
      if (mostMegabytes === 0 || (await megabytes.get(userId)) < mostMegabytes) return;
      throw forbidden(`${mostMegabytes} MB of results are kept already`, 'storage_quota');
    },
  };
}
