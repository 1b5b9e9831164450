import type { Database } from '../../client.js';
import type { Identity, User } from '../../generated/client.js';

export type IdentityRow = Identity;

/** Links between users and their subjects at identity providers. */
export interface IdentityRepository {
  /** The user linked to this subject; null when there is none. */
  findUser(origin: string, subject: string): Promise<User | null>;
  /**
   * Links a user. False, with nothing changed, when the subject belongs to another user or the user has another subject
   * at that provider.
   */
  link(origin: string, subject: string, userId: string): Promise<boolean>;
  /** The links of a user, ordered by origin. */
  listOf(userId: string): Promise<Identity[]>;
  /** Removes the link of a user to a provider. False when there was none. */
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
