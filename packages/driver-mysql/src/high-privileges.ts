import { refusedAsEmpty } from './errors.js';
import { exchange } from './exchange.js';
import type { Started } from './startup.js';

/** Privileges over the whole server and over its files. */
const high = ['ALL PRIVILEGES', 'SUPER', 'FILE', 'CREATE USER'];

/** Maximum number of roles to read. */
const MAX_ROLES = 100;

const quotedName = /(?:`(?:[^`]|``)*`|"(?:[^"]|"")*")/.source;
const role = `${quotedName}(?:@${quotedName})?`;
/** ``GRANT `reader`@`%`, `writer`@`%` TO `user`@`%` `` */
const rolesGrant = new RegExp(`^GRANT (${role}(?:, ?${role})*) TO `);

/** Returns the high privileges of the session's user, also those of roles that the user may activate. */
export async function readHighPrivileges({
  socket,
  isMariaDb,
}: Pick<Started, 'socket' | 'isMariaDb'>): Promise<string[]> {
  const read = async (of: string): Promise<string[]> =>
    (await exchange(socket, `SHOW GRANTS${of}`)).map(([grant]) => grant ?? '');
  const grants = await read('');
  const roles = new Set(rolesIn(grants));
  // A set also visits what is added to it: roles of roles.
  for (const each of roles) {
    if (roles.size > MAX_ROLES) break;
    const of = isMariaDb ? ` FOR ${each}` : ` FOR CURRENT_USER() USING ${each}`;
    const more = await read(of).catch(refusedAsEmpty);
    for (const found of rolesIn(more)) roles.add(found);
    grants.push(...more);
  }
  return highPrivilegesIn(grants);
}

function rolesIn(grants: readonly string[]): string[] {
  return grants.flatMap((grant) => rolesGrant.exec(grant)?.[1]?.match(new RegExp(role, 'g')) ?? []);
}

function highPrivilegesIn(grants: readonly string[]): string[] {
  const given = grants.flatMap((grant) => {
    const [, rights = ''] = /^GRANT (.+) ON \*\.\* TO /.exec(grant) ?? [];
    return rights.split(/, ?/);
  });
  return high.filter((right) => given.includes(right));
}
