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
  /** Null when another token has the name. */
  create(token: NewServiceToken): Promise<ServiceToken | null>;
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
    // No unique index: names that repeat already stay, and older versions beside this one still write some.
    create: (data) =>
      database.$transaction(async (transaction) => {
        // A statement of its own: the next one must see what the holder before has committed.
        await transaction.$executeRaw`
          select pg_advisory_xact_lock(hashtextextended(${`service_tokens\n${data.name}`}, 0))`;
        const { name } = data;
        const namesake = await transaction.serviceToken.findFirst({ where: { name } });
        return namesake === null ? transaction.serviceToken.create({ data }) : null;
      }),
    remove: (id) =>
      database.$transaction(async (transaction) => {
        const { count } = await transaction.serviceToken.deleteMany({ where: { id } });
        if (count === 1) await takeRightsAway(transaction, id);
        return count === 1;
      }),
  };
}
