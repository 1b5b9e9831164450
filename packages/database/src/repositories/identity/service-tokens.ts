import type { Role } from '@sluice/contracts/enums';
import type { Database } from '../../client.js';
import type { ServiceToken } from '../../generated/client.js';
import type { Slice } from '../../slice.js';
import { deleteGrants } from './principal-grants.js';

export type ServiceTokenRow = ServiceToken;

/** A new service token. The token itself is never stored. */
export interface NewServiceToken {
  id: string;
  name: string;
  role: Role;
  /** Lifetime in hours; null: it does not expire. */
  duration: number | null;
  expiryDate: Date | null;
  maskedToken: string;
}

/** Service tokens. Each is a principal under its ID. */
export interface ServiceTokenRepository {
  find(id: string): Promise<ServiceToken | null>;
  /** Newest first. */
  list(slice: Slice): Promise<ServiceToken[]>;
  /** Null when another token has the name. */
  create(token: NewServiceToken): Promise<ServiceToken | null>;
  /** Deletes the token and its grants. False when there is no such token. */
  remove(id: string): Promise<boolean>;
}

export function createServiceTokenRepository(database: Database): ServiceTokenRepository {
  return {
    find: (id) => database.serviceToken.findUnique({ where: { id } }),
    list: ({ take, skip }) =>
      database.serviceToken.findMany({
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        skip,
        ...(take === undefined ? {} : { take }),
      }),
    // The column has no unique index: existing names may repeat, and processes of older versions still write them.
    create: (data) =>
      database.$transaction(async (transaction) => {
        // A separate statement: the next one must see what the previous lock holder committed.
        await transaction.$executeRaw`
          select pg_advisory_xact_lock(hashtextextended(${`service_tokens\n${data.name}`}, 0))`;
        const { name } = data;
        const namesake = await transaction.serviceToken.findFirst({ where: { name } });
        return namesake === null ? transaction.serviceToken.create({ data }) : null;
      }),
    remove: (id) =>
      database.$transaction(async (transaction) => {
        const { count } = await transaction.serviceToken.deleteMany({ where: { id } });
        if (count === 1) await deleteGrants(transaction, id);
        return count === 1;
      }),
  };
}
