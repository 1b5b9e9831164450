import type { ConnectionClientRepository } from '@sluice/database';
import { AppError } from '@sluice/errors';
import type { Tenants } from '../tenants/index.js';

/** Limits the open connection clients of a tenant. */
export interface ClientLimit {
  /**
   * Opens a client if the limit allows it. Clients that this process is opening count as open;
   * clients that other processes are opening do not count yet.
   *
   * @throws AppError 429 `too_many_clients`
   */
  within<T>(userId: string, clientId: string, open: () => Promise<T>): Promise<T>;
}

/** Dependencies of {@link createClientLimit}. */
export interface ClientLimitDependencies {
  clients: Pick<ConnectionClientRepository, 'countOfTenant'>;
  tenants: Pick<Tenants, 'filterFor'>;
  /** Maximum open clients per tenant; 0 disables the limit. */
  max: number;
}

/** Creates the limit of clients per tenant. */
export function createClientLimit({ clients, tenants, max }: ClientLimitDependencies): ClientLimit {
  const openingOf = new Map<string, Set<string>>();
  return {
    within: async (userId, clientId, open) => {
      if (max === 0) return open();
      const tenant = await tenants.filterFor(userId);
      const key = tenant?.name ?? userId;
      const opening = openingOf.get(key) ?? new Set();
      openingOf.set(key, opening.add(clientId));
      // A copy: a client that opens before the query returns would be counted in neither number.
      const counted = [...opening];
      try {
        const others = await clients.countOfTenant(userId, tenant?.path ?? null, counted);
        if (others + counted.length > max) throw tooManyClients(max);
        return await open();
      } finally {
        opening.delete(clientId);
        if (opening.size === 0) openingOf.delete(key);
      }
    },
  };
}

const tooManyClients = (max: number) =>
  new AppError(
    'too_many_clients',
    429,
    `Connection client limit reached (${max}). Close a client or raise SERVICE_MAX_CLIENTS_PER_TENANT.`,
    {
      retryAfterSeconds: 5,
    },
  );
