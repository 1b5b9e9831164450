import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** Spells "SLUI": one runner at a time per database. */
const advisoryLockKey = 0x534c5549;

const defaultDirectory = fileURLToPath(new URL('../../../prisma/migrations/', import.meta.url));

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies the reviewed SQL files of `prisma/migrations` that the database does not have yet, each in
 * one transaction, under an advisory lock. Records them in Prisma's own table with Prisma's checksum,
 * so that `prisma migrate status` and `deploy` agree. Safe to call from several processes at once.
 *
 * @throws when an applied migration was edited since, or one fails; the failed one leaves no trace.
 */
export async function migrate(
  databaseUrl: string,
  directory: string = defaultDirectory,
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory);
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'sluice-migrate',
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection also fails the query that was under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLockKey]);
    await createLedger(client);
    return { applied: await applyMissing(client, migrations) };
  } finally {
    await client.end();
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(`${directory}/${name}/migration.sql`, 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function createLedger(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`);
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `select migration_name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null`,
  );
  const recorded = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  const applied: string[] = [];
  for (const migration of migrations) {
    const checksum = recorded.get(migration.name);
    if (checksum === undefined) {
      await apply(client, migration);
      applied.push(migration.name);
    } else if (checksum !== migration.checksum) {
      throw new Error(`Migration ${migration.name} was changed after it had been applied`);
    }
  }
  return applied;
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query(
      `insert into _prisma_migrations
         (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
}
