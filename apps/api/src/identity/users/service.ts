import type { CreateUser, UpdateUser } from '@sluice/contracts';
import {
  normalizeEmail,
  type Prisma,
  type RevocationRepository,
  type SessionRepository,
  type UserChange,
  type UserRepository,
  type UserRow,
} from '@sluice/database';
import { badRequest, forbidden, notFound, type AppError } from '@sluice/errors';
import { type Audit, type AuditContext, fieldsOf } from '../../audit/index.js';
import type { Credentials } from '../local/index.js';
import { type PasswordPolicy, NO_LINK, type PasswordLinks } from '../passwords/index.js';
import type { Tenants } from '../../tenants/index.js';
import type { PasswordHasher } from '../password-hashing/index.js';

/** Dependencies of the user functions. */
export interface UserDependencies {
  users: UserRepository;
  sessions: Pick<SessionRepository, 'removeForUser'>;
  passwords: Pick<PasswordHasher, 'hash'>;
  passwordPolicy: PasswordPolicy;
  links: PasswordLinks;
  revocations: RevocationRepository;
  audit: Audit;
  /** Checks the password of a local user. */
  checkPassword(credentials: Credentials): Promise<UserRow | null>;
  /** The address that the service promotes to admin at each start. */
  adminEmail: string | undefined;
  /** Passwords are disabled, so none can be set. */
  isLocalAuthDisabled: boolean;
  tenants: Tenants;
  /** Another service verifies email addresses. */
  isEmailManagedExternally: boolean;
}

/** Creates a user, for an admin. @throws AppError 400 */
export async function createUser(
  deps: UserDependencies,
  context: AuditContext,
  { password, data, ...body }: CreateUser,
): Promise<UserRow> {
  requireNoPasswords(context, { password });
  if (password !== undefined) {
    await deps.passwordPolicy.requireUncommon(password, [body.email, body.name, body.ldapId]);
  }
  const isOfDirectory = body.ldapId != null && password === undefined;
  const row = await deps.users.create({
    ...body,
    data: data as Prisma.InputJsonObject | undefined,
    origin: isOfDirectory ? 'ldap' : 'local',
    passwordHash: password === undefined ? null : await deps.passwords.hash(password),
    ...(password === undefined && !isOfDirectory ? deps.links.make(false) : NO_LINK),
  });
  if (row === null) throw userExists();
  await deps.audit.record({
    ...context,
    action: 'user.created',
    target: `users/${row.id}`,
    detail: { email: row.email, role: row.role },
  });
  return row;
}

/** Changes the principal's own user or, as an admin, another one. @throws AppError 400, 403, 404 */
export async function updateUser(
  deps: UserDependencies,
  context: AuditContext,
  id: string,
  body: UpdateUser,
): Promise<UserRow> {
  requireNoPasswords(context, body);
  return context.actor.id === id
    ? updateSelf(deps, context, body)
    : updateOther(deps, context, id, body);
}

/** Personal tokens do not manage passwords. @throws AppError 403 */
function requireNoPasswords(
  { actor }: AuditContext,
  body: Pick<UpdateUser, 'password' | 'currentPassword' | 'passwordResetId'>,
): void {
  const { password, currentPassword, passwordResetId } = body;
  const isSent = [password, currentPassword, passwordResetId].some((each) => each !== undefined);
  if (isSent && actor.token !== undefined) {
    throw forbidden('Personal tokens cannot change passwords', 'token_route');
  }
}

/**
 * Fields that admins can change for other users only, so that they cannot lock themselves out by
 * mistake.
 */
const ADMIN_ONLY_FIELDS = [
  'role',
  'passwordResetId',
  'data',
  'disabled',
  'syncAuthRole',
  'ldapId',
] as const satisfies (keyof UpdateUser)[];

/**
 * Changes name, address and password. @throws AppError 400 naming each field that cannot be changed
 */
async function updateSelf(
  deps: UserDependencies,
  context: AuditContext,
  body: UpdateUser,
): Promise<UserRow> {
  const refused = ADMIN_ONLY_FIELDS.filter((field) => body[field] !== undefined);
  if (refused.length > 0) {
    const message = 'cannot be changed for yourself. Ask another admin.';
    const errors = refused.map((path) => ({ path, message }));
    throw badRequest(errors, `"${refused.join('", "')}" ${message}`);
  }
  const { name, email, password, currentPassword } = body;
  const row = await deps.users.find(context.actor.id);
  if (row === null) throw notFound();
  if (email !== undefined) requireOwnAddress(deps, row, email);
  if (password !== undefined) await requireNewPassword(deps, row, password, [email, name]);
  const isMoved = email !== undefined && normalizeEmail(email) !== row.email;
  const hasPassword = row.passwordHash !== null && !deps.isLocalAuthDisabled;
  if (password !== undefined || (isMoved && hasPassword)) {
    await requireCurrentPassword(deps, context, row, currentPassword);
  }
  const passwordHash = password === undefined ? undefined : await deps.passwords.hash(password);
  const change = passwordHash === undefined ? {} : { passwordHash, ...NO_LINK };
  const updated = await deps.users.update(row.id, {
    name,
    email,
    ...(isMoved && row.role !== 'admin' ? { isEmailProven: false } : {}),
    ...change,
  });
  if (updated === 'missing') throw notFound();
  if (updated === 'taken') throw userExists();
  if (passwordHash !== undefined) await deps.sessions.removeForUser(row.id);
  await recordChange(deps, context, row.id, { name, email, password });
  return updated;
}

/** A user must not take an address that identifies another user. */
function requireOwnAddress(deps: UserDependencies, row: UserRow, email: string): void {
  const wanted = normalizeEmail(email);
  if (wanted === row.email || row.role === 'admin') return;
  if (row.origin !== 'local') {
    const message = 'is managed by your identity provider';
    throw badRequest([{ path: 'email', message }], `The address ${message}`);
  }
  if (deps.isEmailManagedExternally) {
    const message = 'can only be changed by an admin, because other sign-in methods are enabled';
    throw badRequest([{ path: 'email', message }], `The address ${message}`);
  }
  if (deps.adminEmail !== undefined && wanted === normalizeEmail(deps.adminEmail)) {
    throw userExists();
  }
}

async function requireNewPassword(
  deps: UserDependencies,
  { origin, email, name }: UserRow,
  password: string,
  becoming: (string | null | undefined)[],
): Promise<void> {
  if (deps.isLocalAuthDisabled) {
    throw forbidden('Password sign-in is disabled', 'local_auth_disabled');
  }
  if (origin !== 'local')
    throw badRequest([{ path: 'password', message: 'can only be set for local users' }]);
  await deps.passwordPolicy.requireUncommon(password, [email, name, ...becoming]);
}

/** An open session must not be enough to take over the account. */
async function requireCurrentPassword(
  deps: UserDependencies,
  context: AuditContext,
  { id, email }: UserRow,
  currentPassword: string | undefined,
): Promise<void> {
  const refuse = (message: string) => badRequest([{ path: 'currentPassword', message }], message);
  if (currentPassword === undefined) throw refuse('The current password is required');
  const credentials = { email, password: currentPassword, address: context.address };
  if ((await deps.checkPassword(credentials)) !== null) return;
  const detail = { code: 'current_password' };
  const target = `users/${id}`;
  await deps.audit.record({
    ...context,
    action: 'user.updated',
    outcome: 'refused',
    target,
    detail,
  });
  throw refuse('The current password is wrong');
}

async function updateOther(
  deps: UserDependencies,
  context: AuditContext,
  id: string,
  { role, passwordResetId, name, email, data, disabled, syncAuthRole, ldapId }: UpdateUser,
): Promise<UserRow> {
  if (context.actor.role !== 'admin') throw forbidden();
  const row = await deps.users.find(id);
  if (row === null) throw notFound();
  const change: UserChange = { role, name, email, disabled, syncAuthRole, ldapId };
  if (email !== undefined) change.isEmailProven = true;
  if (data !== undefined) change.data = data as Prisma.InputJsonObject;
  const updated = await deps.users.updateKeepingAdmin(id, {
    ...change,
    ...linkChange(deps, row, passwordResetId),
  });
  if (updated === 'missing') throw notFound();
  if (updated === 'taken') throw userExists();
  if (updated === 'last_admin') throw lastAdmin();
  if (updated.disabled || updated.role !== row.role) {
    await deps.sessions.removeForUser(id);
    await deps.revocations.endUnauthorized(context.actor.id);
  }
  await recordChange(deps, context, id, { ...change, passwordResetId });
  return updated;
}

/** Creates or removes the password link; only local users have a password to set. */
function linkChange(
  { links }: UserDependencies,
  { origin, passwordHash }: UserRow,
  passwordResetId: string | null | undefined,
): UserChange {
  if (passwordResetId === undefined) return {};
  // Forms send an empty string for a cleared field.
  if (passwordResetId === null || passwordResetId === '') return NO_LINK;
  if (origin !== 'local') {
    throw badRequest([{ path: 'passwordResetId', message: 'can only be set for local users' }]);
  }
  return links.make(passwordHash !== null);
}

/** Deletes a user, for an admin. @throws AppError 400 for the own user and the last admin, 404 */
export async function removeUser(
  deps: UserDependencies,
  context: AuditContext,
  id: string,
): Promise<void> {
  if (context.actor.id === id) {
    throw badRequest([{ path: 'id', message: 'is your own id' }], 'You cannot delete yourself');
  }
  const removed = await deps.users.remove(id);
  if (removed === 'missing') throw notFound();
  if (removed === 'last_admin') throw lastAdmin();
  await deps.revocations.endUnauthorized(context.actor.id);
  await deps.audit.record({ ...context, action: 'user.deleted', target: `users/${id}` });
}

const recordChange = (
  { audit }: UserDependencies,
  context: AuditContext,
  id: string,
  sent: object,
) =>
  audit.record({
    ...context,
    action: 'user.updated',
    target: `users/${id}`,
    detail: { fields: fieldsOf({ ...sent }) },
  });

const userExists = (): AppError =>
  badRequest([{ path: 'email', message: 'is taken' }], 'user already exists');

const lastAdmin = (): AppError =>
  badRequest(
    [{ path: 'id', message: 'is the last admin' }],
    'The last admin cannot be deleted, disabled or demoted',
  );
