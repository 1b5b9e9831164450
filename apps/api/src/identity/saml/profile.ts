import { maxEmailLength, type Role } from '@sluice/contracts';
import type { ExternalProfile } from '../admission/index.js';
import type { Assertion } from './assertion.js';
import { nameIdFormats } from './names.js';
import { SamlRefusal } from './refusal.js';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com';

/** Attribute names of identity providers for the same value, the most specific first. */
const names = {
  email: ['email', 'mail', 'emailaddress', 'emailAddress', `${CLAIMS}/emailaddress`].concat(
    'urn:oid:0.9.2342.19200300.100.1.3',
  ),
  name: ['displayName', 'displayname', `${MICROSOFT}/identity/claims/displayname`].concat(
    'urn:oid:2.16.840.1.113730.3.1.241',
    'name',
    'cn',
    'urn:oid:2.5.4.3',
    `${CLAIMS}/name`,
  ),
  role: ['role', 'roles', `${MICROSOFT}/ws/2008/06/identity/claims/role`].concat(
    `${MICROSOFT}/ws/2008/06/identity/claims/roles`,
  ),
  groups: ['groups', `${MICROSOFT}/ws/2008/06/identity/claims/groups`],
};

/** Rules that determine a user's role. */
export interface RoleRules {
  /** Members of this group are admins. */
  adminGroup: string | undefined;
  defaultRole: Role;
}

const MAX_NAME_LENGTH = 255;

/** Returns the profile of an assertion. @throws SamlRefusal when it has no email address */
export function profileOf(assertion: Assertion, rules: RoleRules): ExternalProfile {
  const { nameId, issuer } = assertion;
  const values = (kind: keyof typeof names): string[] =>
    names[kind].flatMap((name) => assertion.attributes.get(name) ?? []);
  const candidates = [
    ...(nameId.format === nameIdFormats.email ? [nameId.value] : []),
    ...values('email'),
  ];
  const email = candidates.find(isAddress);
  if (email === undefined) {
    throw new SamlRefusal('the assertion has no email address', 'email_missing');
  }
  return {
    origin: 'saml',
    // NameIDs of other formats can be reassigned, or differ between sign-ins.
    subject:
      nameId.format === nameIdFormats.persistent ? JSON.stringify([issuer, nameId.value]) : null,
    email,
    isEmailVerified: true,
    name: values('name')[0]?.slice(0, MAX_NAME_LENGTH) ?? null,
    role: roleOf(values('role'), values('groups'), rules),
  };
}

const isAddress = (text: string): boolean =>
  text.length <= maxEmailLength && /^[^\s@<>]+@[^\s@<>]+$/.test(text);

function roleOf(
  roles: readonly string[],
  groups: readonly string[],
  { adminGroup, defaultRole }: RoleRules,
): Role {
  if (roles.includes('admin')) return 'admin';
  if (adminGroup !== undefined && groups.includes(adminGroup)) return 'admin';
  return defaultRole;
}
