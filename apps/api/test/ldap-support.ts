import { startSlapd, type Slapd } from '@sluice/testkit';
import type { Test } from 'tap';
import { openTestApi, type TestApi } from './support.js';

const people = 'ou=people,dc=example,dc=com';
const groups = 'ou=groups,dc=example,dc=com';

/** What a filter that is built by pasting would take for "is an admin". */
export const evilUid = `x)(memberOf=cn=admins,${groups}`;

interface Person {
  cn: string;
  uid?: string;
  /** Null: the entry has no address. */
  mail?: string | null;
}

/** The password of each. */
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
    { cn: 'evil', uid: evilUid },
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

/** A directory with a few people; alice is an editor, bob both, carol in no group. */
export const startDirectory = (): Promise<Slapd> => startSlapd(`${entries.join('\n\n')}\n`);

/** Puts somebody into a group, or takes them out. */
export const setMember = (slapd: Slapd, group: string, cn: string, isIn: boolean): void => {
  const change = `${isIn ? 'add' : 'delete'}: member\nmember: cn=${cn},${people}`;
  slapd.change(`dn: cn=${group},${groups}\nchangetype: modify\n${change}\n`);
};

/** The settings of a service that takes everybody of the groups. */
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

/** A service on that directory, closed with the test. */
export async function openLdapApi(
  t: Test,
  slapd: Slapd,
  settings: Record<string, string> = {},
): Promise<TestApi> {
  const api = await openTestApi({ settings: { ...ldapSettings(slapd), ...settings } });
  t.teardown(() => api.close());
  return api;
}
