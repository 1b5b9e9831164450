import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@sluice/database';
import { createEmptyDatabase, type TestDatabase } from '@sluice/testkit';
import t from 'tap';

const migrations = fileURLToPath(new URL('../../../prisma/migrations/', import.meta.url));

/** Versions up to this migration were never released, so that they need not run beside newer ones. */
const lastUnreleasedMigration = '20261122150000_identity';

/** Returns what the version before a migration reads, writes or calls, with the properties it relies on. */
async function contractOf(database: TestDatabase): Promise<Map<string, string>> {
  const rows = await database.query<{ name: string; relies: string }>(contractSql);
  return new Map(rows.map(({ name, relies }) => [name, relies]));
}

const ownTables = `relnamespace = 'public'::regnamespace and relname <> '_prisma_migrations'`;
const contractSql = `
  select 'table ' || relname as name, relkind::text as relies
  from pg_class where relkind in ('r', 'v', 'm', 'p', 'S') and ${ownTables}
  union all
  select 'column ' || relname || '.' || attname, format_type(atttypid, atttypmod)
  from pg_attribute join pg_class c on c.oid = attrelid
  where relkind in ('r', 'v', 'm', 'p') and attnum > 0 and not attisdropped and ${ownTables}
  union all
  select 'function ' || p.oid::regprocedure, prorettype::regtype::text || ' ' || coalesce(proargnames::text, '')
  from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select 'value ' || typname || '.' || enumlabel, ''
  from pg_enum join pg_type y on y.oid = enumtypid
  union all
  -- INSERT … ON CONFLICT needs unique indexes.
  select 'unique ' || relname || ' ' || pg_get_indexdef(indexrelid, 0, true), ''
  from pg_index join pg_class c on c.oid = indrelid where indisunique and ${ownTables}`;

/** A constraint on new rows and the columns that it checks. */
interface Constraint {
  name: string;
  table: string;
  /** Null if the constraint applies to every row. */
  columns: string[] | null;
}

const constraintsOf = (database: TestDatabase): Promise<Constraint[]> =>
  database.query(constraintsSql);

const columnsIn = (keys: string): string => `
  (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum = any(${keys}))`;
const constraintsSql = `
  select 'not null ' || attname as name, relname::text as table, null::text[] as columns
  from pg_attribute join pg_class c on c.oid = attrelid
  where relkind in ('r', 'p') and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
    and not attisdropped and ${ownTables}
  union all
  select pg_get_constraintdef(k.oid), relname, ${columnsIn('conkey')}
  from pg_constraint k join pg_class c on c.oid = conrelid
  where contype in ('c', 'f', 'x') and ${ownTables}
  union all
  select pg_get_indexdef(indexrelid, 0, true), relname, ${columnsIn('indkey')}
  from pg_index join pg_class c on c.oid = indrelid where indisunique and ${ownTables}`;

t.test('every migration keeps the schema that the previous version uses', async (t) => {
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'sluice-additive-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const names = (await readdir(migrations)).filter((name) => /^\d/.test(name)).sort();
  t.ok(names.includes(lastUnreleasedMigration));
  for (const name of names) {
    const before = {
      contract: await contractOf(database),
      constraints: await constraintsOf(database),
    };
    await cp(join(migrations, name), join(folder, name), { recursive: true });
    await migrate(database.url, { migrations: folder, functions: [] });
    if (name <= lastUnreleasedMigration) continue;
    const contract = await contractOf(database);
    const broken = [...before.contract]
      .filter(([what, relies]) => contract.get(what) !== relies)
      .map(([what]) => `${what} was removed or changed`);
    const known = new Set(
      before.constraints.map((constraint) => constraint.name + constraint.table),
    );
    const added = (await constraintsOf(database))
      .filter(
        ({ name, table }) => !known.has(name + table) && before.contract.has(`table ${table}`),
      )
      .filter(
        ({ table, columns }) =>
          columns?.some((column) => before.contract.has(`column ${table}.${column}`)) ?? true,
      )
      .map(({ name, table }) => `${table}: ${name} is new`);
    t.same([...broken, ...added], [], name);
  }
});

t.test('function definitions keep the signatures that the migrations gave them', async (t) => {
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  await migrate(database.url, { migrations, functions: [] });
  const before = await functionsOf(database);
  const { functions } = await migrate(database.url);
  t.ok(functions.length > 0);
  t.same(await functionsOf(database), before);
});

const functionsOf = async (database: TestDatabase) =>
  [...(await contractOf(database))].filter(([name]) => name.startsWith('function ')).sort();
