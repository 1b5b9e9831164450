import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { functions as ownFunctions } from './sql/embedded.js';
import { applyFunctions, type FunctionDefinition } from './migrate-functions.js';

/** Key of the advisory lock, spells "SLUI": one runner at a time per database. */
const MIGRATION_LOCK_KEY = 0x534c5549;

// `dist` and the bundles of the apps lie equally deep in the tree.
const ownMigrations = fileURLToPath(new URL('../../../prisma/migrations/', import.meta.url));

/** Sources that {@link migrate} applies. */
export interface MigrationSources {
  /** Folder of the versioned migrations: `<time>_<name>/migration.sql`. */
  migrations: string;
  /** Definitions of the database functions, applied after the versioned migrations. */
  functions: readonly FunctionDefinition[];
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies the versioned migrations that the database does not have yet, each in one transaction, and then
 * the function definitions that differ from the recorded ones. Holds an advisory lock, so several processes
 * may call it at once. Migrations are recorded in Prisma's own table with Prisma's checksum, so that `prisma
 * migrate status` and `deploy` agree.
 *
 * @returns the names of the applied migrations and functions.
 * @throws when an applied migration was edited afterwards, or when one fails. A failed one is rolled back.
 */
export async function migrate(
  databaseUrl: string,
  sources: MigrationSources = { migrations: ownMigrations, functions: ownFunctions },
): Promise<{ applied: string[]; functions: string[] }> {
  const migrations = await readMigrations(sources.migrations);
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'sluice-migrate',
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection also fails the running query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    await createMigrationTable(client);
    const recorded = await readRecorded(client);
    const applied = await applyMissing(client, migrations, recorded);
    const known = new Set(migrations.map(({ name }) => name));
    const isNewest = [...recorded.keys()].every((name) => known.has(name));
    return { applied, functions: isNewest ? await applyFunctions(client, sources.functions) : [] };
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

/** Prisma's own table, as Prisma creates it. */
async function createMigrationTable(client: pg.Client): Promise<void> {
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

/** Checksums of the applied migrations by name. */
async function readRecorded(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    `select migration_name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null`,
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

async function applyMissing(
  client: pg.Client,
  migrations: Migration[],
  recorded: Map<string, string>,
): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of migrations) {
    const checksum = recorded.get(migration.name);
    if (checksum === undefined) {
      await apply(client, migration);
      applied.push(migration.name);
    } else if (checksum !== migration.checksum) {
      throw new Error(`Migration ${migration.name} was changed after it was applied`);
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
