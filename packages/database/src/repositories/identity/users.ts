import type { Role, UserOrigin } from '@sluice/contracts/enums';
import { z } from 'zod';
import type { Database } from '../../client.js';
import { Prisma, type User } from '../../generated/client.js';
import { newId } from '../../ids.js';
import { queryRow } from '../../query.js';
import type { Slice } from '../../slice.js';
import { keepAdmin } from './last-admin.js';
import { deleteGrants } from './principal-grants.js';

export type UserRow = User;

/** A new user. The email address is stored in lower case. */
export interface NewUser {
  id?: string | undefined;
  email: string;
  role: Role;
  name?: string | null | undefined;
  passwordHash: string | null;
  /** `local` unless given. */
  origin?: UserOrigin | undefined;
  /** True unless given. */
  isEmailProven?: boolean | undefined;
  ldapId?: string | null | undefined;
  data?: Prisma.InputJsonObject | undefined;
  syncAuthRole?: boolean | undefined;
  passwordResetNonce?: string | null | undefined;
  passwordResetExpiresAt?: Date | null | undefined;
}

/** A page of the list of users. */
export interface UserPage extends Slice {
  /** Only the users whose data holds `name` at `path`, or whose ID it is; undefined: all users. */
  tenant?: { path: string[]; name: string } | undefined;
}

/** Changes of a user. Undefined fields keep their value. */
export interface UserChange {
  email?: string | undefined;
  name?: string | null | undefined;
  role?: Role | undefined;
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

/** Users. Email addresses are compared without regard to case. */
export interface UserRepository {
  find(id: string): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  findByLdapId(ldapId: string): Promise<User | null>;
  /** Ordered by email address. */
  list(page: UserPage): Promise<User[]>;
  /** The value at `path` in the user's data, or the ID. A service token has only its ID. */
  tenantOf(id: string, path: string[]): Promise<string>;
  /** Whether there is any user. */
  any(): Promise<boolean>;
  /** Whether an admin can sign in: one who is enabled and has a password or another sign-in method. */
  anyAdmin(): Promise<boolean>;
  /** Null when the ID, the email address or the LDAP ID is taken. */
  create(user: NewUser): Promise<User | null>;
  /** `missing`: there is no such user. `taken`: another user has the email address or the LDAP ID. */
  update(id: string, change: UserChange): Promise<User | 'missing' | 'taken'>;
  /** As `update`, but changes nothing and returns `last_admin` when no enabled admin would be left. */
  updateKeepingAdmin(
    id: string,
    change: UserChange,
  ): Promise<User | 'missing' | 'taken' | 'last_admin'>;
  /**
   * Sets the password of a local user with the reset link of this nonce, once. False when the link has expired, was
   * used or was replaced. Of two calls at the same time one returns true.
   */
  setPasswordByLink(id: string, nonce: string, passwordHash: string): Promise<boolean>;
  /** Sets the password of a local user without one. False when the user has a password. */
  setFirstPassword(id: string, passwordHash: string): Promise<boolean>;
  /**
   * Deletes the user with the sessions, the identities and the grants, which a later user with the same ID must not
   * inherit. Batches and saved queries stay.
   */
  remove(id: string): Promise<'removed' | 'missing' | 'last_admin'>;
  /**
   * Creates an admin, or promotes and enables the user. A given password also invalidates an open reset link. Several
   * processes may call it at the same time.
   */
  upsertAdmin(email: string, passwordHash: string | null): Promise<User>;
  /** Replaces the hash `was` with another hash of the same password, unless the password has changed. */
  replacePasswordHash(id: string, was: string, passwordHash: string): Promise<void>;
}

/** The form in which an email address is stored and looked up. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const tenantRow = z.object({ tenant: z.string().nullable() });

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
      const row = await queryRow(
        database,
        tenantRow,
        Prisma.sql`
          select nullif(data #>> ${path}::text[], '') as tenant from users where id = ${id}`,
      );
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
      const updated = await keepAdmin(database, (transaction) =>
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
      keepAdmin(database, async (transaction) => {
        const { count } = await transaction.user.deleteMany({ where: { id } });
        if (count === 0) return 'missing';
        await deleteGrants(transaction, id);
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

/** Prisma's code for a violated unique index. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'P2002';

/** The fields that are not undefined. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
