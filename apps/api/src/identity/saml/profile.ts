import { maxEmailLength, type Role } from '@sluice/contracts';
import type { ExternalProfile } from '../admission/index.js';
import type { Assertion } from './assertion.js';
import { nameIdFormats } from './names.js';
import { SamlRefusal } from './refusal.js';

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const microsoft = 'http://schemas.microsoft.com';

/** Names under which identity providers send the same thing, the most telling first. */
const names = {
  email: ['email', 'mail', 'emailaddress', 'emailAddress', `${claims}/emailaddress`].concat(
    'urn:oid:0.9.2342.19200300.100.1.3',
  ),
  name: ['displayName', 'displayname', `${microsoft}/identity/claims/displayname`].concat(
    'urn:oid:2.16.840.1.113730.3.1.241',
    'name',
    'cn',
    'urn:oid:2.5.4.3',
    `${claims}/name`,
  ),
  role: ['role', 'roles', `${microsoft}/ws/2008/06/identity/claims/role`].concat(
    `${microsoft}/ws/2008/06/identity/claims/roles`,
  ),
  groups: ['groups', `${microsoft}/ws/2008/06/identity/claims/groups`],
};

/** Who of the users is an admin. */
export interface RoleRules {
  /** Group whose members are. */
  adminGroup: string | undefined;
  defaultRole: Role;
}

const longestName = 255;

/** @throws SamlRefusal when there is no address to know the user by. */
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
    throw new SamlRefusal('the assertion has no e-mail address', 'email_missing');
  }
  return {
    origin: 'saml',
    // Other formats may name somebody else tomorrow, or somebody twice.
    subject:
      nameId.format === nameIdFormats.persistent ? JSON.stringify([issuer, nameId.value]) : null,
    email,
    isEmailVerified: true,
    name: values('name')[0]?.slice(0, longestName) ?? null,
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
