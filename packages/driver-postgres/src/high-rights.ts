import { exchange } from './exchange.js';
import type { Wire } from './wire.js';

/** Roles whose members reach the files and the programs of the server's machine. */
const roles = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];

const question = `select rolname from pg_catalog.pg_roles
  where rolname in (${roles.map((role) => `'${role}'`).join(', ')})
    and pg_catalog.pg_has_role(oid, 'MEMBER')`;

/** What the session's user may do beyond its data. @throws DriverError when the session is lost */
export async function highRights(wire: Wire): Promise<string[]> {
  // The server says so by itself; a superuser is a member of every role, too.
  if (wire.parameters.get('is_superuser') === 'on') return ['superuser'];
  const [answer] = await exchange(wire, [question]);
  const names = (answer?.rows ?? []).map(([name]) => name);
  // In our words: a server may answer anything.
  return roles.filter((role) => names.includes(role));
}
