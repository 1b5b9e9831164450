import pg from 'pg';
import { sampleConnections } from './server-settings.js';
import type { EmbeddedPostgres } from './start.js';

/** The database and its owner that the service itself uses. */
export const serviceDatabase = 'sluice';

/** The role through which the sample database is read. */
export const sampleReader = 'sample_reader';

/** Passwords of the two roles. */
export interface RolePasswords {
  servicePassword: string;
  sampleReaderPassword: string;
}

/**
 * Makes the roles and the service's database when they are missing, and puts passwords and settings
 * of the roles right at every start: a role may change its own, and whoever runs SQL through the
 * sample connection could.
 *
 * @returns the URL of the service's database.
 */
export async function ensureServiceDatabase(
  server: EmbeddedPostgres,
  passwords: RolePasswords,
): Promise<string> {
  await withClient(server.superuser('postgres'), async (client) => {
    // Iterations protect passwords that people choose. This one is 256 random bits, while 4096 iterations would
    // cost milliseconds at both ends of each of the service's own connections.
    await client.query('set scram_iterations to 1');
    await ensureRole(client, serviceDatabase, passwords.servicePassword);
    // The PostgreSQL driver refuses a server that asks for fewer (decision 76).
    await client.query('set scram_iterations to 4096');
    await ensureRole(client, sampleReader, passwords.sampleReaderPassword);
    await client.query(readerSettings);
    await ensureDatabase(client);
  });
  const credentials = `${serviceDatabase}:${passwords.servicePassword}`;
  return `postgresql://${credentials}@${server.host}:${server.port.toString()}/${serviceDatabase}`;
}

/** Opens a connection for the length of `work`. */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ application_name: 'sluice-launcher', ...config });
  // A server that stops says so between two queries as well, which would end this process; the next
  // query fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// The session default is a courtesy to people; what protects the data is that the role may do
// nothing but select. The limit on temporary files keeps one large sort from filling the disk, and the one
// on connections leaves the others to the service.
const readerSettings = `
  alter role ${sampleReader} connection limit ${sampleConnections};
  alter role ${sampleReader} reset all;
  alter role ${sampleReader} set default_transaction_read_only to on;
  alter role ${sampleReader} set temp_file_limit to '2GB';`;

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await client.query(`create role ${role}`);
  await client.query(
    `alter role ${role} with login nosuperuser nocreatedb nocreaterole
     password ${client.escapeLiteral(password)}`,
  );
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [
    serviceDatabase,
  ]);
  if (rowCount === 0) {
    await client.query(`create database ${serviceDatabase} owner ${serviceDatabase}`);
  }
  // Everybody may connect to a new database by default, the reader of the sample too.
  await client.query(`revoke connect, temporary on database ${serviceDatabase} from public`);
  await client.query('revoke connect, temporary on database postgres, template1 from public');
}
