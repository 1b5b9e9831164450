import { createCipheriv, pbkdf2Sync, randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import bcrypt from 'bcrypt';
import pg from 'pg';

/** SQLPAD_PASSPHRASE of these databases. */
export const passphrase = 'the passphrase of the old service';

/** Password of every user here who has one. */
export const oldPassword = 'Old-Password-1';

/** Encrypts as SQLPad 5 and later does. */
export function encrypt(value: unknown): string {
  const salt = randomBytes(64);
  const iv = randomBytes(16);
  const key = pbkdf2Sync(passphrase, salt, 100_000, 32, 'sha512');
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([salt, iv, cipher.getAuthTag(), text]).toString('hex');
}

/** The imported tables of SQLPad 7, as its migrations leave them. */
const tables = {
  users: `id varchar(255) primary key, email varchar(255), ldap_id varchar(255), role varchar(255) not null,
    sync_auth_role boolean, name varchar(255), disabled boolean, passhash varchar(255), password_reset_id varchar(36),
    data json, signup_at timestamptz, created_at timestamptz not null, updated_at timestamptz`,
  connections: `id varchar(255) primary key, name varchar(255) not null, description text, driver varchar(255) not null,
    multi_statement_transaction_enabled boolean, idle_timeout_seconds integer, data text not null,
    created_at timestamptz not null, updated_at timestamptz`,
  connection_accesses: `id integer primary key, connection_id varchar(255) not null, connection_name varchar(255) not null,
    user_id varchar(255) not null, user_email varchar(255) not null, duration integer not null,
    expiry_date timestamptz not null, created_at timestamptz not null, updated_at timestamptz`,
  queries: `id varchar(255) primary key, name text not null, connection_id varchar(255), query_text text, chart json,
    created_by varchar(255) not null, updated_by varchar(255), created_at timestamptz not null, updated_at timestamptz`,
  query_tags: `id integer primary key, query_id varchar(255) not null, tag varchar(255) not null, unique (query_id, tag)`,
  query_acl: `id integer primary key, query_id varchar(255) not null, user_id varchar(255), group_id varchar(255),
    write boolean not null, created_at timestamptz not null, updated_at timestamptz not null`,
  service_tokens: `id varchar(255) primary key, name varchar(255), role varchar(255), masked_token varchar(255),
    duration integer, expiry_date timestamptz, created_at timestamptz not null, updated_at timestamptz not null`,
  batches: `id varchar(36) primary key, query_id varchar(255), connection_id varchar(255) not null, status varchar(255),
    batch_text text not null, user_id varchar(255) not null, created_at timestamptz not null, updated_at timestamptz not null`,
};

/** Rows of an old service by table; every key is a column. */
export type OldRows = Record<keyof typeof tables, Record<string, unknown>[]>;

/** Options of {@link oldService}. */
export interface OldServiceOptions {
  /** Fields of a working PostgreSQL connection. */
  target: Record<string, unknown>;
  /** Paths of PEM files and of a service account key. */
  files: { cert: string; key: string; ca: string; serviceAccount: string };
  /** Makes ids unique, so that several old services can be imported into one new one. */
  localFilesDir: string;
}

const at = new Date('2024-03-05T08:30:00.123Z');
const times = { created_at: at, updated_at: at };

/**
 * Returns the rows of an old service in use: ten users, two connections per driver, 200 queries, accesses.
 */
export async function oldService({
  target,
  files,
  localFilesDir,
}: OldServiceOptions): Promise<OldRows> {
  const passhash = await bcrypt.hash(oldPassword, 10);
  const users = Array.from({ length: 10 }, (_, index) => ({
    id: randomUUID(),
    email: `user${index}@old.example`,
    ldap_id: index === 8 ? 'user8' : null,
    role: index === 0 ? 'admin' : 'editor',
    sync_auth_role: index === 8,
    name: index % 2 === 0 ? `User ${index}` : null,
    disabled: index === 7 ? true : null,
    // One user signs in by LDAP, one never signed up.
    passhash: index >= 8 ? null : passhash,
    password_reset_id: null,
    data: index === 1 ? { tenant: 'north' } : null,
    signup_at: at,
    ...times,
  }));
  const tls = { ssl: true, cert: files.cert, key: files.key, ca: files.ca };
  const server = {
    host: 'db.old.example',
    port: '',
    username: 'reader',
    password: 'secret-of-old',
  };
  const connection = (name: string, driver: string, data: Record<string, unknown>) => ({
    id: randomUUID(),
    name,
    description: driver === 'postgres' ? `Through ${driver}` : null,
    driver,
    multi_statement_transaction_enabled: driver === 'postgres',
    idle_timeout_seconds: driver === 'postgres' ? 120 : null,
    data: encrypt(data),
    ...times,
  });
  const connections = [
    connection('Target', 'postgres', target),
    connection('Postgres TLS', 'postgres', {
      ...server,
      database: 'sales',
      postgresSsl: tls.ssl,
      postgresCert: tls.cert,
      postgresKey: tls.key,
      postgresCA: tls.ca,
      useSocks: true,
      socksHost: 'proxy.example',
      socksPort: '1080',
      denyMultipleStatements: true,
    }),
    ...['mysql', 'mysql2'].map((driver) =>
      connection(`${driver} plain`, driver, {
        ...server,
        database: 'shop',
        mysqlInsecureAuth: true,
      }),
    ),
    ...['mysql', 'mysql2'].map((driver) =>
      connection(`${driver} TLS`, driver, {
        ...server,
        database: '{{user.data.tenant}}',
        // The old service uses TLS with each of the other fields, too.
        ...(driver === 'mysql2' && { mysqlSsl: true }),
        mysqlCert: tls.cert,
        mysqlKey: tls.key,
        mysqlCA: tls.ca,
        mysqlSkipValidateServerCert: true,
        minTlsVersion: 'TLSv1.2',
      }),
    ),
    ...[1, 2].map((number) =>
      connection(`Snowflake ${number}`, 'snowflake', {
        account: `org-account${number}`,
        username: 'reader',
        password: 'secret-of-old',
        warehouse: 'WH',
        database: 'DB',
        schema: 'PUBLIC',
        role: 'READER',
        preQueryStatements: 'ALTER SESSION SET STATEMENT_TIMEOUT_IN_SECONDS = 15',
      }),
    ),
    ...[1, 2].map((number) =>
      connection(`BigQuery ${number}`, 'bigquery', {
        projectId: `project-${number}`,
        keyFile: files.serviceAccount,
        datasetName: 'sales',
        datasetLocation: 'EU',
      }),
    ),
    connection('SQLite below', 'sqlite', {
      filename: `${localFilesDir}/old/sales.db`,
      readonly: true,
    }),
    connection('SQLite elsewhere', 'sqlite', { filename: '/srv/elsewhere.db' }),
    // No counterpart.
    connection('Cassandra', 'cassandra', { contactPoints: 'a', keyspace: 'b' }),
    connection('Old SQL Server', 'sqlserver', { ...server, domain: 'D' }),
  ];
  const queries = Array.from({ length: 200 }, (_, index) => ({
    id: randomUUID(),
    name: `Query ${index}`,
    connection_id: connections[index % 3]!.id,
    query_text: `select ${index} as n`,
    chart: index % 10 === 0 ? { chartType: 'line', fields: { x: 'n', y: 'n' } } : null,
    created_by: index === 199 ? randomUUID() : users[index % 8]!.id,
    updated_by: users[(index + 1) % 8]!.id,
    ...times,
  }));
  return {
    users,
    connections,
    connection_accesses: [
      ...connections.slice(0, 3).map((each, index) => ({
        id: index + 1,
        connection_id: each.id,
        connection_name: each.name,
        user_id: users[1]!.id,
        user_email: users[1]!.email,
        duration: 0,
        expiry_date: new Date('2099-01-01T00:00:00Z'),
        ...times,
      })),
      {
        id: 9,
        connection_id: '__EVERY_CONNECTION__',
        connection_name: 'Every Connection',
        user_id: users[2]!.id,
        user_email: users[2]!.email,
        duration: 3600,
        expiry_date: new Date('2024-04-01T00:00:00Z'),
        ...times,
      },
      {
        id: 10,
        connection_id: 'of-the-environment',
        connection_name: 'Gone',
        user_id: users[2]!.id,
        user_email: users[2]!.email,
        duration: 3600,
        expiry_date: new Date('2099-01-01T00:00:00Z'),
        ...times,
      },
    ],
    queries,
    query_tags: queries.flatMap(({ id }, index) =>
      ['all', `tag${index % 5}`].map((tag, place) => ({
        id: index * 2 + place + 1,
        query_id: id,
        tag,
      })),
    ),
    query_acl: queries
      .filter((_, index) => index % 2 === 0)
      .map(({ id }, index) => ({
        id: index + 1,
        query_id: id,
        user_id: index % 2 === 0 ? users[3]!.id : null,
        group_id: index % 2 === 0 ? null : '__EVERYONE__',
        write: index % 4 === 0,
        ...times,
      })),
    service_tokens: [
      {
        id: randomUUID(),
        name: 'ci',
        role: 'editor',
        masked_token: 'e***',
        duration: 0,
        expiry_date: null,
        ...times,
      },
    ],
    batches: [1, 2, 3].map(() => ({
      id: randomUUID(),
      query_id: queries[0]!.id,
      connection_id: connections[0]!.id,
      status: 'finished',
      batch_text: 'select 1',
      user_id: users[1]!.id,
      ...times,
    })),
  };
}

/** Writes rows into a new SQLite file, as Sequelize stores them. */
export function writeSqlite(path: string, rows: OldRows): void {
  const database = new DatabaseSync(path);
  for (const [name, columns] of Object.entries(tables))
    database.exec(`create table ${name} (${columns})`);
  const stored = (value: unknown) => {
    if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', ' +00:00');
    if (typeof value === 'boolean') return value ? 1 : 0;
    return typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : (value as string | number | null);
  };
  for (const [name, list] of Object.entries(rows)) {
    for (const row of list) {
      const keys = Object.keys(row);
      database
        .prepare(
          `insert into ${name} (${keys.join(', ')}) values (${keys.map(() => '?').join(', ')})`,
        )
        .run(...Object.values(row).map(stored));
    }
  }
  database.close();
}

/** Writes rows into an empty PostgreSQL database. */
export async function writePostgres(connectionString: string, rows: OldRows): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const [name, columns] of Object.entries(tables))
      await client.query(`create table ${name} (${columns})`);
    for (const [name, list] of Object.entries(rows)) {
      for (const row of list) {
        const keys = Object.keys(row);
        await client.query(
          `insert into ${name} (${keys.join(', ')}) values (${keys.map((_, index) => `$${index + 1}`).join(', ')})`,
          Object.values(row),
        );
      }
    }
  } finally {
    await client.end();
  }
}
