import type { Database } from '../client.js';
import type { Prisma, User } from '../generated/client.js';
import { newId } from '../ids.js';

export type UserRow = User;

/** A user to be written; the e-mail address is stored in lower case. */
export interface NewUser {
  id?: string | undefined;
  email: string;
  role: 'admin' | 'editor';
  name?: string | null | undefined;
  passwordHash: string | null;
  /** Local unless given. */
  origin?: UserOrigin | undefined;
  ldapId?: string | null | undefined;
  data?: Prisma.InputJsonObject | undefined;
  syncAuthRole?: boolean | undefined;
}

/** How a user came in first. */
export type UserOrigin = 'local' | 'ldap' | 'proxy' | 'oauth' | 'oidc' | 'saml' | 'none';

/** A change of a user; undefined keeps what is stored. */
export interface UserChange {
  email?: string | undefined;
  name?: string | null | undefined;
  role?: 'admin' | 'editor' | undefined;
  ldapId?: string | null | undefined;
  passwordHash?: string | null | undefined;
  data?: Prisma.InputJsonObject | undefined;
  disabled?: boolean | undefined;
  origin?: UserOrigin | undefined;
  syncAuthRole?: boolean | undefined;
  passwordResetNonce?: string | null | undefined;
  passwordResetExpiresAt?: Date | null | undefined;
}

/** Who may sign in. E-mail addresses are compared without regard to case. */
export interface UserRepository {
  find(id: string): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  findByLdapId(ldapId: string): Promise<User | null>;
  /** By e-mail address; `take` undefined = all. */
  list(page: { take: number | undefined; skip: number }): Promise<User[]>;
  /** Whether there is any user at all. */
  any(): Promise<boolean>;
  /** Null when the id, the address or the LDAP id is taken. */
  create(user: NewUser): Promise<User | null>;
  /** `missing` when there is no such user, `taken` when another one has the address or the LDAP id. */
  update(id: string, change: UserChange): Promise<User | 'missing' | 'taken'>;
  /** With the sessions and the links to other services; what the user made stays. False when there was none. */
  remove(id: string): Promise<boolean>;
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
    findByLdapId: (ldapId) => database.user.findUnique({ where: { ldapId } }),
    create: async ({ id = newId(), email, ...user }) => {
      const [created] = await database.user.createManyAndReturn({
        data: [{ id, email: normalizeEmail(email), ...given(user) }],
        skipDuplicates: true,
      });
      return created ?? null;
    },
    update: (id, change) => update(database, id, change),
    remove: async (id) => (await database.user.deleteMany({ where: { id } })).count > 0,
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

async function update(
  database: Database,
  id: string,
  { email, ...change }: UserChange,
): Promise<User | 'missing' | 'taken'> {
  const data = {
    ...given(change),
    ...(email === undefined ? {} : { email: normalizeEmail(email) }),
  };
  try {
    const [updated] = await database.user.updateManyAndReturn({ where: { id }, data });
    return updated ?? 'missing';
  } catch (error) {
    if (isTaken(error)) return 'taken';
    throw error;
  }
}

/** Prisma's code for a broken unique index. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'P2002';

/** Without the properties that are undefined. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
