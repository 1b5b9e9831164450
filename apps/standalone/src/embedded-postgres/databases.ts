import pg from 'pg';
import { sampleConnections } from './server-settings.js';
import type { EmbeddedPostgres } from './start.js';

/** Name of the metadata database and of its owner. */
export const serviceDatabase = 'sluice';

/** The role that reads the sample database. */
export const sampleReader = 'sample_reader';

/** Passwords of the two roles. */
export interface RolePasswords {
  servicePassword: string;
  sampleReaderPassword: string;
}

/**
 * Creates the roles and the metadata database if they are missing. Resets the passwords and settings of the
 * roles at every start: a role may change its own, and so may SQL that runs on the sample connection.
 *
 * @returns the URL of the metadata database.
 */
export async function ensureServiceDatabase(
  server: EmbeddedPostgres,
  passwords: RolePasswords,
): Promise<string> {
  await withClient(server.superuser('postgres'), async (client) => {
    // Iterations protect passwords that people choose. This one is 256 random bits, and 4096 iterations would
    // cost milliseconds on both sides of each of the service's own connections.
    await client.query('set scram_iterations to 1');
    await ensureRole(client, serviceDatabase, passwords.servicePassword);
    // The PostgreSQL driver rejects a server that uses fewer (decision 76).
    await client.query('set scram_iterations to 4096');
    await ensureRole(client, sampleReader, passwords.sampleReaderPassword);
    await client.query(READER_SETTINGS);
    await ensureDatabase(client);
  });
  const credentials = `${serviceDatabase}:${passwords.servicePassword}`;
  return `postgresql://${credentials}@${server.host}:${server.port.toString()}/${serviceDatabase}`;
}

/** Opens a connection while `work` runs. */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ application_name: 'sluice-launcher', ...config });
  // A server that stops also reports it between two queries, which would end this process; the next query
  // fails anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// The read-only default is a convenience; the data is protected because the role may only select. The limit
// on temporary files keeps a large sort from filling the disk; the connection limit leaves connections to the
// service.
const READER_SETTINGS = `
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
  // By default every role may connect to a new database, including the reader of the sample.
  await client.query(`revoke connect, temporary on database ${serviceDatabase} from public`);
  await client.query('revoke connect, temporary on database postgres, template1 from public');
}
