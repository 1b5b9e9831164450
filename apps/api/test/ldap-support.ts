import { type Slapd, startSlapd } from '@sluice/testkit';
import type { Test } from 'tap';
import type { TestApi } from './support.js';
import { openApi } from './fixtures.js';

const people = 'ou=people,dc=example,dc=com';

const groups = 'ou=groups,dc=example,dc=com';

/** A uid that an unescaped filter would read as membership in the admin group. */
export const injectionUid = `x)(memberOf=cn=admins,${groups}`;

interface Person {
  cn: string;
  uid?: string;
  /** Null leaves the attribute out. */
  mail?: string | null;
}

/** Returns a person's password. */
export const passwordOf = (cn: string): string => `${cn}'s directory password`;

const personOf = ({ cn, uid = cn, mail = `${cn}@corp.example` }: Person): string =>
  [
    `dn: cn=${cn},${people}`,
    'objectClass: inetOrgPerson',
    `cn: ${cn}`,
    `sn: ${cn}`,
    `uid: ${uid}`,
    `displayName: ${cn} of the corp`,
    `userPassword: ${passwordOf(cn)}`,
    ...(mail === null ? [] : [`mail: ${mail}`]),
  ].join('\n');

const groupOf = (cn: string, ...members: string[]): string =>
  [
    `dn: cn=${cn},${groups}`,
    'objectClass: groupOfNames',
    `cn: ${cn}`,
    ...members.map((member) => `member: cn=${member},${people}`),
  ].join('\n');

const entries = [
  `dn: ${people}\nobjectClass: organizationalUnit\nou: people`,
  `dn: ${groups}\nobjectClass: organizationalUnit\nou: groups`,
  ...[
    { cn: 'alice' },
    { cn: 'bob' },
    { cn: 'carol' },
    { cn: 'dora', mail: null },
    { cn: 'evil', uid: injectionUid },
    { cn: 'mallory', mail: 'alice@corp.example' },
    { cn: 'twin1', uid: 'twin' },
    { cn: 'twin2', uid: 'twin' },
    { cn: 'guessed' },
    { cn: 'eve', mail: 'admin@example.com' },
    { cn: 'frank' },
  ].map(personOf),
  groupOf('admins', 'bob'),
  groupOf('editors', 'alice', 'bob', 'dora', 'mallory', 'twin1', 'guessed', 'eve', 'frank'),
];

/** Starts a directory: alice is an editor, bob is an editor and an admin, carol is in no group. */
export const startDirectory = (): Promise<Slapd> => startSlapd(`${entries.join('\n\n')}\n`);

/** Adds a person to a group or removes them. */
export const setMember = (slapd: Slapd, group: string, cn: string, isIn: boolean): void => {
  const change = `${isIn ? 'add' : 'delete'}: member\nmember: cn=${cn},${people}`;
  slapd.change(`dn: cn=${group},${groups}\nchangetype: modify\n${change}\n`);
};

/** Returns settings that admit the members of the groups. */
export const ldapSettings = (slapd: Slapd): Record<string, string> => ({
  SERVICE_LDAP_AUTH_ENABLED: 'true',
  SERVICE_LDAP_URL: slapd.url,
  SERVICE_LDAP_BIND_DN: slapd.admin.dn,
  SERVICE_LDAP_PASSWORD: slapd.admin.password,
  SERVICE_LDAP_SEARCH_BASE: people,
  SERVICE_LDAP_SEARCH_FILTER: '(&(objectClass=inetOrgPerson)(uid={{username}}))',
  SERVICE_LDAP_ROLE_ADMIN_FILTER: `(memberOf=cn=admins,${groups})`,
  SERVICE_LDAP_ROLE_EDITOR_FILTER: `(memberOf=cn=editors,${groups})`,
});

/** Opens an API that uses the directory; the test closes it. */
export async function openLdapApi(
  t: Test,
  slapd: Slapd,
  settings: Record<string, string> = {},
): Promise<TestApi> {
  const api = await openApi(t, { settings: { ...ldapSettings(slapd), ...settings } });
  return api;
}

export const trySignIn = (api: TestApi, email: string, password: string, headers = {}) =>
  api.anonymous('POST', '/api/signin', { email, password }, headers);

/** Signs in with a person's password and returns the status. */
export const statusOf = async (api: TestApi, cn: string): Promise<number> =>
  (await trySignIn(api, cn, passwordOf(cn))).statusCode;
