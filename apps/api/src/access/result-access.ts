import type { RevocationRepository, UserAndConnection } from '@sluice/database';
import { forbidden } from '@sluice/errors';
import type { Principal } from '../identity/principal/index.js';
import { createBriefMemory } from '../cache/index.js';

/** Who reads results of a connection. */
export interface ResultReader {
  principal: Pick<Principal, 'id' | 'role'>;
  connectionId: string;
}

/** Whether owners of results may still use the connection that the results came from. */
export interface ResultAccess {
  /**
   * Reads the access rows once per second at most for a user and a connection.
   *
   * @throws AppError 403 `connection_access`
   */
  require(reader: ResultReader): Promise<void>;
  /** Those who may no longer read, as the database says now; one query. */
  lost<Reader extends ResultReader>(readers: readonly Reader[]): Promise<Set<Reader>>;
  /** Drops what is remembered, after somebody has lost a right. */
  forget(): void;
}

type Loss = Awaited<ReturnType<RevocationRepository['lossesOf']>>[number];

/** Reads access rows; `isRequired` is SERVICE_RESULTS_REQUIRE_CONNECTION_ACCESS. */
export function createResultAccess(
  revocations: Pick<RevocationRepository, 'lossesOf'>,
  isRequired: boolean,
): ResultAccess {
  const lossOf = async (key: string): Promise<Loss> => {
    const [loss = null] = await revocations.lossesOf([JSON.parse(key) as UserAndConnection]);
    return loss;
  };
  const known = createBriefMemory(lossOf);
  return {
    require: async ({ principal, connectionId }) => {
      if (!isRequired) return;
      const key = JSON.stringify({ userId: principal.id, connectionId });
      const loss = await known.get(key);
      if (loss === null) return;
      // Access that is given again counts with the next request.
      known.forget(key);
      if (isLost(loss, principal)) throw refusal(loss);
    },
    lost: async (readers) => {
      if (!isRequired || readers.length === 0) return new Set();
      const losses = await revocations.lossesOf(
        readers.map(({ principal, connectionId }) => ({ userId: principal.id, connectionId })),
      );
      return new Set(readers.filter(({ principal }, at) => isLost(losses[at] ?? null, principal)));
    },
    forget: () => known.clear(),
  };
}

/** Admins need no access row, so none is lost with a connection. */
const isLost = (loss: Loss, { role }: Pick<Principal, 'role'>): boolean =>
  loss !== null && !(loss === 'connection_deleted' && role === 'admin');

const refusal = (loss: Loss) =>
  forbidden(
    loss === 'connection_deleted'
      ? 'The connection of these results was deleted'
      : 'No access to the connection of these results',
    'connection_access',
  );
