import type { Role } from '@sluice/contracts';
import type {
  IdentityRepository,
  Prisma,
  SessionRepository,
  UserOrigin,
  UserChange,
  UserRepository,
  UserRow,
} from '@sluice/database';

/** Who somebody is, as another service has just proved. */
export interface ExternalProfile {
  origin: Exclude<UserOrigin, 'local' | 'none'>;
  /**
   * A name that the other service never gives to somebody else, such as issuer and subject. Null: only
   * the address tells people apart.
   */
  subject: string | null;
  email: string;
  /** Only a proven address leads to a user who was not linked before. */
  isEmailVerified: boolean;
  name: string | null;
  /** Of the user's row, where the other service may name it; that of a new one is made up when absent. */
  id?: string | undefined;
  ldapId?: string | undefined;
  /** Values for connection templates. */
  data?: Prisma.InputJsonObject | undefined;
  /** Null: the other service says nothing of it. */
  role: Role | null;
}

/** Whom a method lets in. */
export interface AdmissionPolicy {
  /** Whether somebody who is no user becomes one. */
  mayCreate: boolean;
  /** Role of somebody new of whom the other service says nothing; null: nobody becomes a user so. */
  defaultRole: Role | null;
  /** Whose role follows the other service: nobody's, that of users who are marked so, or everybody's. */
  syncRole: 'never' | 'marked' | 'always';
  /** New users are marked so. */
  markNew?: boolean;
}

/** Why somebody may not come in. */
export type AdmissionRefusal =
  'unknown_user' | 'disabled' | 'email_not_verified' | 'linked_elsewhere';

/** What {@link admit} works with. */
export interface AdmissionDependencies {
  users: Pick<UserRepository, 'find' | 'findByEmail' | 'findByLdapId' | 'create' | 'update'>;
  identities: IdentityRepository;
  sessions: Pick<SessionRepository, 'removeForUser'>;
}

/**
 * The user whom a profile stands for: by an earlier link, by the LDAP name, by the address, or a new
 * one. Whoever is linked to another name of the same service is never taken over through an address.
 */
export async function admit(
  deps: AdmissionDependencies,
  profile: ExternalProfile,
  policy: AdmissionPolicy,
): Promise<UserRow | AdmissionRefusal> {
  const known = await find(deps, profile);
  if (known === 'unproven') return 'email_not_verified';
  if (known === 'elsewhere') return 'linked_elsewhere';
  const found = known ?? (await create(deps, profile, policy));
  if (found === null) return 'unknown_user';
  const { user, isLinked } = found;
  if (user.disabled) return 'disabled';
  if (isAnother(user.ldapId, profile.ldapId)) return 'linked_elsewhere';
  if (profile.subject !== null && !isLinked) {
    const linked = await deps.identities.link(profile.origin, profile.subject, user.id);
    if (!linked) return 'linked_elsewhere';
  }
  return renew(deps, user, profile, policy);
}

/** Whoever changes the address of an entry to somebody's must not become them. */
const isAnother = (stored: string | null, given: string | undefined): boolean =>
  stored !== null && given !== undefined && stored.toLowerCase() !== given.toLowerCase();

interface Found {
  user: UserRow;
  /** By the name that the other service has for the user. */
  isLinked: boolean;
}

async function find(
  { users, identities }: AdmissionDependencies,
  { origin, subject, id, ldapId, email, isEmailVerified }: ExternalProfile,
): Promise<Found | 'unproven' | 'elsewhere' | null> {
  const linked = subject === null ? null : await identities.findUser(origin, subject);
  if (linked !== null) return { user: linked, isLinked: true };
  const byId = id === undefined ? null : await users.find(id);
  if (byId !== null) return { user: byId, isLinked: false };
  const byLdapId = ldapId === undefined ? null : await users.findByLdapId(ldapId);
  if (byLdapId !== null) return { user: byLdapId, isLinked: false };
  // Before anybody is looked for: who is a user is not to be found out by claiming addresses.
  if (!isEmailVerified) return 'unproven';
  const byEmail = await users.findByEmail(email);
  if (byEmail === null) return null;
  if (!isForTheTaking(byEmail, origin)) return 'elsewhere';
  const isByAddressAlone = origin === 'saml' && subject === null;
  if (isByAddressAlone && !(await isKnownByAddress(identities, byEmail))) return 'elsewhere';
  return { user: byEmail, isLinked: false };
}

/**
 * An address goes to somebody else one day, and two services may both have it: alone it leads to nobody whom another
 * service, or a NameID that stays, has proved to be who they are.
 */
const isKnownByAddress = async (
  identities: IdentityRepository,
  { id, origin }: UserRow,
): Promise<boolean> =>
  (origin === 'local' || origin === 'saml') && (await identities.listOf(id)).length === 0;

/**
 * People may often write their own address in a directory: there it leads to nobody who has another way
 * in. An admin gives such a user the LDAP name.
 */
const isForTheTaking = (user: UserRow, origin: ExternalProfile['origin']): boolean =>
  origin !== 'ldap' ||
  user.origin === 'ldap' ||
  (user.origin === 'local' && user.passwordHash === null);

async function create(
  deps: AdmissionDependencies,
  profile: ExternalProfile,
  { mayCreate, defaultRole, markNew = false }: AdmissionPolicy,
): Promise<Found | null> {
  const role = profile.role ?? defaultRole;
  if (!mayCreate || role === null || !profile.isEmailVerified) return null;
  const { id, email, name, ldapId, data, origin } = profile;
  const user = await deps.users.create({
    id,
    email,
    name,
    ldapId,
    data,
    origin,
    role,
    passwordHash: null,
    syncAuthRole: markNew,
  });
  if (user !== null) return { user, isLinked: false };
  // Another sign-in of the same person was quicker.
  const first = await find(deps, profile);
  return typeof first === 'string' ? null : first;
}

/** Brings the row up to what the other service says by now. */
async function renew(
  { users, sessions }: AdmissionDependencies,
  user: UserRow,
  profile: ExternalProfile,
  policy: AdmissionPolicy,
): Promise<UserRow> {
  const follows =
    policy.syncRole === 'always' || (policy.syncRole === 'marked' && user.syncAuthRole);
  const change: UserChange = {};
  if (follows && profile.role !== null && profile.role !== user.role) change.role = profile.role;
  if (user.name === null && profile.name !== null) change.name = profile.name;
  if (profile.ldapId !== undefined && user.ldapId === null) change.ldapId = profile.ldapId;
  if (profile.data !== undefined && !isWithin(profile.data, user.data)) {
    change.data = { ...objectOf(user.data), ...profile.data };
  }
  // From now on it is the other service that proves who this is: an open invitation ends, and so does the
  // password of somebody who only said that the address was theirs.
  const isTakenOver = user.origin === 'local' && !user.isEmailProven;
  if (isTakenOver || (user.origin === 'local' && user.passwordHash === null)) {
    Object.assign(change, { origin: profile.origin, ...noWayInByPassword });
  }
  const renewed = isEmpty(change) ? user : await users.update(user.id, change);
  if (isTakenOver) await sessions.removeForUser(user.id);
  const row = typeof renewed === 'string' ? user : renewed;
  const isSameEmail = row.email === profile.email.trim().toLowerCase();
  if (profile.subject === null || isSameEmail || !profile.isEmailVerified) return row;
  // Somebody else may have that address: then the old one stays.
  const moved = await users.update(row.id, { email: profile.email });
  return typeof moved === 'string' ? row : moved;
}

const noWayInByPassword = {
  passwordHash: null,
  passwordResetNonce: null,
  passwordResetExpiresAt: null,
  isEmailProven: true,
} satisfies UserChange;

const isEmpty = (change: object): boolean => Object.keys(change).length === 0;

const objectOf = (data: Prisma.JsonValue): Prisma.InputJsonObject =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {};

const isWithin = (wanted: Prisma.InputJsonObject, stored: Prisma.JsonValue): boolean => {
  const held = objectOf(stored);
  return Object.entries(wanted).every(([key, value]) => held[key] === value);
};
