import type { Database } from '../client.js';
import type { Prisma, User } from '../generated/client.js';
import { newId } from '../ids.js';
import type { Slice } from '../slice.js';
import { keepingAnAdmin } from './last-admin.js';
import { takeRightsAway } from './principals-gone.js';

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
  /** True unless given. */
  isEmailProven?: boolean | undefined;
  ldapId?: string | null | undefined;
  data?: Prisma.InputJsonObject | undefined;
  syncAuthRole?: boolean | undefined;
  passwordResetNonce?: string | null | undefined;
  passwordResetExpiresAt?: Date | null | undefined;
}

/** How a user came in first. */
export type UserOrigin = 'local' | 'ldap' | 'proxy' | 'oauth' | 'oidc' | 'saml' | 'none';

/** Which users a list shows. */
export interface UserPage extends Slice {
  /** Those of whom `path` leads to `name` in their data, or whose id it is; undefined: everybody. */
  tenant?: { path: string[]; name: string } | undefined;
}

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
  isEmailProven?: boolean | undefined;
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
  list(page: UserPage): Promise<User[]>;
  /** What `path` leads to in the data of a user, else the id; a service token has only its id. */
  tenantOf(id: string, path: string[]): Promise<string>;
  /** Whether there is any user at all. */
  any(): Promise<boolean>;
  /** Whether an admin can come in: one who is not disabled, and has a password or comes in another way. */
  anyAdmin(): Promise<boolean>;
  /** Null when the id, the address or the LDAP id is taken. */
  create(user: NewUser): Promise<User | null>;
  /** `missing` when there is no such user, `taken` when another one has the address or the LDAP id. */
  update(id: string, change: UserChange): Promise<User | 'missing' | 'taken'>;
  /** As `update`, but changes nothing that would leave no admin who is not disabled: then `last_admin`. */
  updateKeepingAdmin(
    id: string,
    change: UserChange,
  ): Promise<User | 'missing' | 'taken' | 'last_admin'>;
  /**
   * Sets the password of a local user by the link of this nonce, and uses the link up. False when it has
   * expired, was used, or made anew; of two at once one gets true.
   */
  setPasswordByLink(id: string, nonce: string, passwordHash: string): Promise<boolean>;
  /** Sets the password of a local user who has none. False when there is one by now. */
  setFirstPassword(id: string, passwordHash: string): Promise<boolean>;
  /**
   * With the sessions, the links to other services and all that was shared with the user, which a later one of
   * the same id must not inherit; what the user made stays.
   */
  remove(id: string): Promise<'removed' | 'missing' | 'last_admin'>;
  /**
   * Creates or promotes: role admin, not disabled, and the password when one is given, which voids an
   * open link. Safe to call from several processes at once.
   */
  upsertAdmin(email: string, passwordHash: string | null): Promise<User>;
  /** Replaces the hash `was` by another of the same password, unless the password has changed since. */
  replacePasswordHash(id: string, was: string, passwordHash: string): Promise<void>;
}

/** The one spelling under which an address is stored and looked up. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export function createUserRepository(database: Database): UserRepository {
  return {
    find: (id) => database.user.findUnique({ where: { id } }),
    findByEmail: (email) => database.user.findUnique({ where: { email: normalizeEmail(email) } }),
    list: ({ take, skip, tenant }) =>
      database.user.findMany({
        ...(tenant === undefined
          ? {}
          : {
              where: {
                OR: [{ id: tenant.name }, { data: { path: tenant.path, equals: tenant.name } }],
              },
            }),
        orderBy: [{ email: 'asc' }, { id: 'asc' }],
        skip,
        ...(take === undefined ? {} : { take }),
      }),
    tenantOf: async (id, path) => {
      const [row] = await database.$queryRaw<{ tenant: string | null }[]>`
        select nullif(data #>> ${path}::text[], '') as tenant from users where id = ${id}`;
      return row?.tenant ?? id;
    },
    any: async () => (await database.user.findFirst({ select: { id: true } })) !== null,
    anyAdmin: async () =>
      (await database.user.findFirst({
        where: {
          role: 'admin',
          disabled: false,
          OR: [{ passwordHash: { not: null } }, { origin: { not: 'local' } }],
        },
        select: { id: true },
      })) !== null,
    findByLdapId: (ldapId) => database.user.findUnique({ where: { ldapId } }),
    create: async ({ id = newId(), email, ...user }) => {
      const [created] = await database.user.createManyAndReturn({
        data: [{ id, email: normalizeEmail(email), ...given(user) }],
        skipDuplicates: true,
      });
      return created ?? null;
    },
    update: (id, change) => update(database, id, change),
    updateKeepingAdmin: async (id, change) => {
      const updated = await keepingAnAdmin(database, (transaction) =>
        updateIn(transaction, id, change),
      ).catch(orTaken);
      return updated ?? 'missing';
    },
    setPasswordByLink: async (id, nonce, passwordHash) =>
      (await database.$executeRaw`
        update users
        set password_hash = ${passwordHash}, password_reset_nonce = null,
          password_reset_expires_at = null, updated_at = now()
        where id = ${id} and password_reset_nonce = ${nonce} and password_reset_expires_at > now()
          and origin = 'local' and not disabled`) === 1,
    setFirstPassword: async (id, passwordHash) =>
      (
        await database.user.updateMany({
          where: { id, passwordHash: null, origin: 'local', disabled: false },
          data: { passwordHash, passwordResetNonce: null, passwordResetExpiresAt: null },
        })
      ).count === 1,
    remove: (id) =>
      keepingAnAdmin(database, async (transaction) => {
        const { count } = await transaction.user.deleteMany({ where: { id } });
        if (count === 0) return 'missing';
        await takeRightsAway(transaction, id);
        return 'removed';
      }),
    upsertAdmin: (email, passwordHash) =>
      database.user.upsert({
        where: { email: normalizeEmail(email) },
        create: { id: newId(), email: normalizeEmail(email), role: 'admin', passwordHash },
        update: {
          role: 'admin',
          disabled: false,
          ...(passwordHash === null
            ? {}
            : { passwordHash, passwordResetNonce: null, passwordResetExpiresAt: null }),
        },
      }),
    replacePasswordHash: async (id, was, passwordHash) => {
      await database.user.updateMany({ where: { id, passwordHash: was }, data: { passwordHash } });
    },
  };
}

const update = async (
  database: Database,
  id: string,
  change: UserChange,
): Promise<User | 'missing' | 'taken'> =>
  (await updateIn(database, id, change).catch(orTaken)) ?? 'missing';

async function updateIn(
  database: Database | Prisma.TransactionClient,
  id: string,
  { email, ...change }: UserChange,
): Promise<User | null> {
  const data = {
    ...given(change),
    ...(email === undefined ? {} : { email: normalizeEmail(email) }),
  };
  const [updated] = await database.user.updateManyAndReturn({ where: { id }, data });
  return updated ?? null;
}

function orTaken(error: unknown): 'taken' {
  if (isTaken(error)) return 'taken';
  throw error;
}

/** Prisma's code for a broken unique index. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'P2002';

/** Without the properties that are undefined. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
