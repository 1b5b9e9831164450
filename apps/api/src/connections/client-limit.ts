import type { ConnectionClientRepository } from '@sluice/database';
import { AppError } from '@sluice/errors';
import type { Tenants } from '../tenants/index.js';

/** How many connection clients a tenant may have open. */
export interface ClientLimit {
  /**
   * Opens a client if there is room for it. Those that this process is opening count as open; of other
   * processes only those that are.
   *
   * @throws AppError 429 `too_many_clients`
   */
  within<T>(userId: string, clientId: string, open: () => Promise<T>): Promise<T>;
}

/** What a {@link ClientLimit} counts by. */
export interface ClientLimitDependencies {
  clients: Pick<ConnectionClientRepository, 'countOfTenant'>;
  tenants: Pick<Tenants, 'filterFor'>;
  /** 0 = any number. */
  most: number;
}

/** Limits the clients of a tenant. */
export function createClientLimit({
  clients,
  tenants,
  most,
}: ClientLimitDependencies): ClientLimit {
  const openingOf = new Map<string, Set<string>>();
  return {
    within: async (userId, clientId, open) => {
      if (most === 0) return open();
      const tenant = await tenants.filterFor(userId);
      const key = tenant?.name ?? userId;
      const opening = openingOf.get(key) ?? new Set();
      openingOf.set(key, opening.add(clientId));
      // As they are now: one that is open by the time of the answer would be in neither number.
      const counted = [...opening];
      try {
        const others = await clients.countOfTenant(userId, tenant?.path ?? null, counted);
        if (others + counted.length > most) throw tooManyClients(most);
        return await open();
      } finally {
        opening.delete(clientId);
        if (opening.size === 0) openingOf.delete(key);
      }
    },
  };
}

const tooManyClients = (most: number) =>
  new AppError('too_many_clients', 429, `There are ${most} connection clients open already`, {
    retryAfterSeconds: 5,
  });
