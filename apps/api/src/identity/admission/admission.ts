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

/** The profile of a user, as authenticated by another service. */
export interface ExternalProfile {
  origin: Exclude<UserOrigin, 'local' | 'none'>;
  /**
   * A stable identifier of the user at the other service, such as issuer and subject. Null: users
   * are identified by the email address only.
   */
  subject: string | null;
  email: string;
  /** Only a verified address matches a user without a link. */
  isEmailVerified: boolean;
  name: string | null;
  /** The id of the user's row, if the other service may choose it; generated if absent. */
  id?: string | undefined;
  ldapId?: string | undefined;
  /** Values for connection templates. */
  data?: Prisma.InputJsonObject | undefined;
  /** Null: the other service reports no role. */
  role: Role | null;
}

/** The admission rules of a sign-in method. */
export interface AdmissionPolicy {
  /** Whether unknown users are created. */
  mayCreate: boolean;
  /** Role of a created user without a reported role; null: such users are not created. */
  defaultRole: Role | null;
  /** The users whose role follows the other service: none, marked users, or all. */
  syncRole: 'never' | 'marked' | 'always';
  /** Created users are marked. */
  markNew?: boolean;
}

/** The reason of a refused sign-in. */
export type AdmissionRefusal =
  | 'unknown_user'
  | 'disabled'
  | 'email_not_verified'
  | 'linked_elsewhere';

/** Dependencies of {@link admit}. */
export interface AdmissionDependencies {
  users: Pick<UserRepository, 'find' | 'findByEmail' | 'findByLdapId' | 'create' | 'update'>;
  identities: IdentityRepository;
  sessions: Pick<SessionRepository, 'removeForUser'>;
}

/**
 * Returns the user of a profile: the linked user, else the user with the LDAP name, else the user
 * with the email address, else a new user. An email address never matches a user who is linked to
 * another identifier of the same service.
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
  if (isOtherLdapId(user.ldapId, profile.ldapId)) return 'linked_elsewhere';
  if (profile.subject !== null && !isLinked) {
    const linked = await deps.identities.link(profile.origin, profile.subject, user.id);
    if (!linked) return 'linked_elsewhere';
  }
  return renew(deps, user, profile, policy);
}

/**
 * An LDAP entry whose mail attribute was changed to another user's address must not match that
 * user.
 */
const isOtherLdapId = (stored: string | null, given: string | undefined): boolean =>
  stored !== null && given !== undefined && stored.toLowerCase() !== given.toLowerCase();

interface Found {
  user: UserRow;
  /** Found by the link to the other service. */
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
  // Check before the lookup: claimed addresses must not reveal which users exist.
  if (!isEmailVerified) return 'unproven';
  const byEmail = await users.findByEmail(email);
  if (byEmail === null) return null;
  if (!canMatchByEmail(byEmail, origin)) return 'elsewhere';
  const isEmailOnly = origin === 'saml' && subject === null;
  if (isEmailOnly && !(await isIdentifiedByEmailOnly(identities, byEmail))) return 'elsewhere';
  return { user: byEmail, isLinked: false };
}

/**
 * An address can be reassigned, and two services can report the same one. An address alone
 * therefore never matches a user who is identified by another service or by a persistent NameID.
 */
const isIdentifiedByEmailOnly = async (
  identities: IdentityRepository,
  { id, origin }: UserRow,
): Promise<boolean> =>
  (origin === 'local' || origin === 'saml') && (await identities.listOf(id)).length === 0;

/**
 * Users can often edit their own mail attribute in a directory, so it never matches a user with
 * another sign-in method. An admin sets the LDAP name for such a user.
 */
const canMatchByEmail = (user: UserRow, origin: ExternalProfile['origin']): boolean =>
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
  // A concurrent sign-in of the same user has created the row.
  const first = await find(deps, profile);
  return typeof first === 'string' ? null : first;
}

/** Updates the row from the profile. */
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
  // From now on the other service authenticates the user: an open invitation becomes invalid, and
  // so does the password of an account whose address was never verified.
  const isUnverified = user.origin === 'local' && !user.isEmailProven;
  if (isUnverified || (user.origin === 'local' && user.passwordHash === null)) {
    Object.assign(change, { origin: profile.origin, ...WITHOUT_PASSWORD });
  }
  const renewed = isEmpty(change) ? user : await users.update(user.id, change);
  if (isUnverified) await sessions.removeForUser(user.id);
  const row = typeof renewed === 'string' ? user : renewed;
  const isSameEmail = row.email === profile.email.trim().toLowerCase();
  if (profile.subject === null || isSameEmail || !profile.isEmailVerified) return row;
  // If another user has that address, the old one remains.
  const moved = await users.update(row.id, { email: profile.email });
  return typeof moved === 'string' ? row : moved;
}

const WITHOUT_PASSWORD = {
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
