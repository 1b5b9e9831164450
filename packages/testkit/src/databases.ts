import { randomBytes } from 'node:crypto';
import { migrate } from '@sluice/database';
import pg from 'pg';
import { given } from './environment.js';

/** A database of one test. */
export interface TestDatabase {
  url: string;
  name: string;
  /** Runs a query as the superuser; concurrent queries use separate connections. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /**
   * Returns how many sessions of this database run a statement that contains the text. The server is shared
   * with other tests, so this leaves out their databases.
   */
  running(text: string): Promise<number>;
  drop(): Promise<void>;
}

const adminUrl = (): string => given('TEST_DATABASE_URL');

/** URL of the shared Redis. */
export const redisUrl = (): string => given('TEST_REDIS_URL');

async function queryAt(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Opens a pool whose connections last as long as the test: a connection costs PostgreSQL 40 ms of processor
 * time, and an idle one does not keep a test alive.
 */
function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // A test may also close idle connections.
  pool.on('error', () => undefined);
  return pool;
}

let adminPool: pg.Pool | undefined;

/** Runs a statement in the default database of the shared server. */
async function queryAsAdmin(sql: string): Promise<void> {
  await (adminPool ??= openPool(adminUrl(), 2)).query(sql);
}

/**
 * Creates the template of all metadata databases in a shared server: applying the migrations takes many times
 * as long as copying.
 */
export async function createServiceTemplate(
  serverUrl: string,
): Promise<{ name: string; drop(): Promise<void> }> {
  const name = newName('template');
  await queryAt(serverUrl, `create database ${name}`);
  await migrate(urlOf(serverUrl, name));
  return { name, drop: () => queryAt(serverUrl, dropStatement(name)) };
}

/** Creates an empty database. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template1');

/** Creates a database with the service's schema, in the default tablespace unless one is named. */
export const createServiceDatabase = (tablespace = 'pg_default'): Promise<TestDatabase> =>
  createDatabase(given('TEST_SERVICE_TEMPLATE'), tablespace);

async function createDatabase(template: string, tablespace = 'pg_default'): Promise<TestDatabase> {
  const name = newName('test');
  // Copying files takes half of the processor time of copying through the log.
  await queryAsAdmin(
    `create database ${name} template ${template} tablespace ${tablespace} strategy file_copy`,
  );
  const url = urlOf(adminUrl(), name);
  const pool = openPool(url, 10);
  return {
    url,
    name,
    query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await pool.query<Row>(sql, values)).rows,
    running: async (text) => {
      const { rows } = await pool.query(
        `select from pg_stat_activity
         where datname = current_database() and state = 'active' and position($1 in query) > 0
           and pid <> pg_backend_pid()`,
        [text],
      );
      return rows.length;
    },
    drop: async () => {
      await pool.end();
      await queryAsAdmin(dropStatement(name));
    },
  };
}

const newName = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`;

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

const dropStatement = (name: string): string => `drop database if exists ${name} with (force)`;
