import type { Database } from '../client.js';
import type { User } from '../generated/client.js';
import { newId } from '../ids.js';

export type UserRow = User;

/** A user to be written; the e-mail address is stored in lower case. */
export interface NewUser {
  id?: string | undefined;
  email: string;
  role: 'admin' | 'editor';
  name?: string | null | undefined;
  passwordHash: string | null;
}

/** Who may sign in. E-mail addresses are compared without regard to case. */
export interface UserRepository {
  find(id: string): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  /** By e-mail address; `take` undefined = all. */
  list(page: { take: number | undefined; skip: number }): Promise<User[]>;
  /** Whether there is any user at all. */
  any(): Promise<boolean>;
  /** Null when the id or the address is taken. */
  create(user: NewUser): Promise<User | null>;
  /**
   * Creates or promotes: role admin, not disabled, and the password when one is given. Safe to call
   * from several processes at once.
   */
  upsertAdmin(email: string, passwordHash: string | null): Promise<User>;
  setPasswordHash(id: string, passwordHash: string): Promise<void>;
}

/** The one spelling under which an address is stored and looked up. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export function createUserRepository(database: Database): UserRepository {
  return {
    find: (id) => database.user.findUnique({ where: { id } }),
    findByEmail: (email) => database.user.findUnique({ where: { email: normalizeEmail(email) } }),
    list: ({ take, skip }) =>
      database.user.findMany({
        orderBy: [{ email: 'asc' }, { id: 'asc' }],
        skip,
        ...(take === undefined ? {} : { take }),
      }),
    any: async () => (await database.user.findFirst({ select: { id: true } })) !== null,
    create: async ({ id = newId(), email, role, name = null, passwordHash }) => {
      const [created] = await database.user.createManyAndReturn({
        data: [{ id, email: normalizeEmail(email), role, name, passwordHash }],
        skipDuplicates: true,
      });
      return created ?? null;
    },
    upsertAdmin: (email, passwordHash) =>
      database.user.upsert({
        where: { email: normalizeEmail(email) },
        create: { id: newId(), email: normalizeEmail(email), role: 'admin', passwordHash },
        update: {
          role: 'admin',
          disabled: false,
          ...(passwordHash === null ? {} : { passwordHash }),
        },
      }),
    setPasswordHash: async (id, passwordHash) => {
      await database.user.updateMany({ where: { id }, data: { passwordHash } });
    },
  };
}
