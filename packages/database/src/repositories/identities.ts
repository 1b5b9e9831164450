import type { Database } from '../client.js';
import type { Identity, User } from '../generated/client.js';

export type IdentityRow = Identity;

/** Users by what another service calls them. */
export interface IdentityRepository {
  /** Who has this name there; null when nobody was linked to it. */
  findUser(origin: string, subject: string): Promise<User | null>;
  /**
   * Links a user for good. False when the name, or the user's place at that service, is taken by
   * another link: then nothing changes.
   */
  link(origin: string, subject: string, userId: string): Promise<boolean>;
  /** The links of a user, by origin. */
  listOf(userId: string): Promise<Identity[]>;
  /** Ends the link of a user to a service. False when there was none. */
  unlink(userId: string, origin: string): Promise<boolean>;
}

export function createIdentityRepository(database: Database): IdentityRepository {
  return {
    findUser: async (origin, subject) => {
      const found = await database.identity.findUnique({
        where: { origin_subject: { origin, subject } },
        include: { user: true },
      });
      return found?.user ?? null;
    },
    link: async (origin, subject, userId) => {
      const data = [{ origin, subject, userId }];
      await database.identity.createMany({ data, skipDuplicates: true });
      const stored = await database.identity.findUnique({
        where: { origin_subject: { origin, subject } },
      });
      return stored?.userId === userId;
    },
    listOf: (userId) =>
      database.identity.findMany({ where: { userId }, orderBy: { origin: 'asc' } }),
    unlink: async (userId, origin) =>
      (await database.identity.deleteMany({ where: { userId, origin } })).count === 1,
  };
}
