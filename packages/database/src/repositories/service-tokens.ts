import type { Database } from '../client.js';
import type { ServiceToken } from '../generated/client.js';
import type { Slice } from '../slice.js';
import { takeRightsAway } from './principals-gone.js';

export type ServiceTokenRow = ServiceToken;

/** A token to be written; the token itself never is. */
export interface NewServiceToken {
  id: string;
  name: string;
  role: 'admin' | 'editor';
  /** Hours; null = for good. */
  duration: number | null;
  expiryDate: Date | null;
  maskedToken: string;
}

/** Credentials of programs; each is a principal under its id. */
export interface ServiceTokenRepository {
  find(id: string): Promise<ServiceToken | null>;
  /** Newest first. */
  list(slice: Slice): Promise<ServiceToken[]>;
  create(token: NewServiceToken): Promise<ServiceToken>;
  /** With all that was shared with it. False when there was none. */
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
    create: (data) => database.serviceToken.create({ data }),
    remove: (id) =>
      database.$transaction(async (transaction) => {
        const { count } = await transaction.serviceToken.deleteMany({ where: { id } });
        if (count === 1) await takeRightsAway(transaction, id);
        return count === 1;
      }),
  };
}
