import { exchange } from './exchange.js';
import type { PostgresSocket } from './postgres-socket.js';

/** Roles whose members can access files and programs of the server. */
const roles = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];

const membershipQuery = `select rolname from pg_catalog.pg_roles
  where rolname in (${roles.map((role) => `'${role}'`).join(', ')})
    and pg_catalog.pg_has_role(oid, 'MEMBER')`;

/** Returns the privileges of the session's user beyond its data. @throws DriverError if the session is lost */
export async function highPrivileges(socket: PostgresSocket): Promise<string[]> {
  // The server reports it as a parameter. A superuser is a member of every role.
  if (socket.parameters.get('is_superuser') === 'on') return ['superuser'];
  const [answer] = await exchange(socket, [membershipQuery]);
  const names = (answer?.rows ?? []).map(([name]) => name);
  // Only known names are returned: the server's response is not trusted.
  return roles.filter((role) => names.includes(role));
}
