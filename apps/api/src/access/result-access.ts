import type { RevocationRepository, ShareGrant, UserAndConnection } from '@sluice/database';
import { forbidden } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { createShortLivedCache } from '../cache/index.js';

/** A principal that reads results of a connection. */
export interface ResultReader {
  principal: Pick<Principal, 'id' | 'role'>;
  connectionId: string;
}

/**
 * Returns the principal whose access to the connection counts: the one of the grant, when the
 * principal reads by a grant.
 */
export const resultReader = (
  principal: ResultReader['principal'],
  connectionId: string,
  share: ShareGrant | null,
): ResultReader => ({
  principal: share === null ? principal : { id: share.accessUserId, role: share.accessUserRole },
  connectionId,
});

/** Checks whether owners of results may still use the connection of the results. */
export interface ResultAccess {
  /**
   * Reads the access rows at most once per second for each user and connection.
   *
   * @throws AppError 403 `connection_access`
   */
  require(reader: ResultReader): Promise<void>;
  /** Returns the readers that have lost access, by one query. */
  lost<Reader extends ResultReader>(readers: readonly Reader[]): Promise<Set<Reader>>;
  /** Clears the cache after a revocation. */
  clear(): void;
}

type Loss = Awaited<ReturnType<RevocationRepository['lossesOf']>>[number];

/** Creates the check; `isRequired` is SERVICE_RESULTS_REQUIRE_CONNECTION_ACCESS. */
export function createResultAccess(
  revocations: Pick<RevocationRepository, 'lossesOf'>,
  isRequired: boolean,
): ResultAccess {
  const lossOf = async (key: string): Promise<Loss> => {
    const [loss = null] = await revocations.lossesOf([JSON.parse(key) as UserAndConnection]);
    return loss;
  };
  const known = createShortLivedCache(lossOf);
  return {
    require: async ({ principal, connectionId }) => {
      if (!isRequired) return;
      const key = JSON.stringify({ userId: principal.id, connectionId });
      const loss = await known.get(key);
      if (loss === null) return;
      // Access that is granted again takes effect with the next request.
      known.delete(key);
      if (isLost(loss, principal)) throw refusal(loss);
    },
    lost: async (readers) => {
      if (!isRequired || readers.length === 0) return new Set();
      const losses = await revocations.lossesOf(
        readers.map(({ principal, connectionId }) => ({ userId: principal.id, connectionId })),
      );
      return new Set(readers.filter(({ principal }, at) => isLost(losses[at] ?? null, principal)));
    },
    clear: () => known.clear(),
  };
}

/** Admins need no access row, so they do not lose access when the connection is deleted. */
const isLost = (loss: Loss, { role }: Pick<Principal, 'role'>): boolean =>
  loss !== null && !(loss === 'connection_deleted' && role === 'admin');

const refusal = (loss: Loss) =>
  forbidden(
    loss === 'connection_deleted'
      ? 'The connection of these results was deleted'
      : 'No access to the connection of these results',
    'connection_access',
  );
