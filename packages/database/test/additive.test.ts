import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@sluice/database';
import { createEmptyDatabase, type TestDatabase } from '@sluice/testkit';
import t from 'tap';

const migrations = fileURLToPath(new URL('../../../prisma/migrations/', import.meta.url));

/** Up to this one versions were not made to run beside each other, and nobody has any of them. */
const lastOfBeginnings = '20261122150000_identity';

/** What the version before a migration reads, writes or calls, each with what it relies on. */
async function contractOf(database: TestDatabase): Promise<Map<string, string>> {
  const rows = await database.query<{ name: string; relies: string }>(contractSql);
  return new Map(rows.map(({ name, relies }) => [name, relies]));
}

const ours = `relnamespace = 'public'::regnamespace and relname <> '_prisma_migrations'`;
const contractSql = `
  select 'table ' || relname as name, relkind::text as relies
  from pg_class where relkind in ('r', 'v', 'm', 'p', 'S') and ${ours}
  union all
  select 'column ' || relname || '.' || attname, format_type(atttypid, atttypmod)
  from pg_attribute join pg_class c on c.oid = attrelid
  where relkind in ('r', 'v', 'm', 'p') and attnum > 0 and not attisdropped and ${ours}
  union all
  select 'function ' || p.oid::regprocedure, prorettype::regtype::text || ' ' || coalesce(proargnames::text, '')
  from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select 'value ' || typname || '.' || enumlabel, ''
  from pg_enum join pg_type y on y.oid = enumtypid
  union all
  -- INSERT … ON CONFLICT needs them.
  select 'unique ' || relname || ' ' || pg_get_indexdef(indexrelid, 0, true), ''
  from pg_index join pg_class c on c.oid = indrelid where indisunique and ${ours}`;

/** What a row has to be now, and which of its columns decide. */
interface Demand {
  name: string;
  table: string;
  /** Null: it says so of every row. */
  columns: string[] | null;
}

const demandsOf = (database: TestDatabase): Promise<Demand[]> => database.query(demandsSql);

const columnsIn = (keys: string): string => `
  (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum = any(${keys}))`;
const demandsSql = `
  select 'not null ' || attname as name, relname::text as table, null::text[] as columns
  from pg_attribute join pg_class c on c.oid = attrelid
  where relkind in ('r', 'p') and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
    and not attisdropped and ${ours}
  union all
  select pg_get_constraintdef(k.oid), relname, ${columnsIn('conkey')}
  from pg_constraint k join pg_class c on c.oid = conrelid
  where contype in ('c', 'f', 'x') and ${ours}
  union all
  select pg_get_indexdef(indexrelid, 0, true), relname, ${columnsIn('indkey')}
  from pg_index join pg_class c on c.oid = indrelid where indisunique and ${ours}`;

t.test('the version before a migration goes on after it', async (t) => {
  const database = await createEmptyDatabase();
  t.teardown(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), 'sluice-additive-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const names = (await readdir(migrations)).filter((name) => /^\d/.test(name)).sort();
  t.ok(names.includes(lastOfBeginnings));
  for (const name of names) {
    const before = { contract: await contractOf(database), demands: await demandsOf(database) };
    await cp(join(migrations, name), join(folder, name), { recursive: true });
    await migrate(database.url, { migrations: folder, functions: [] });
    if (name <= lastOfBeginnings) continue;
    const contract = await contractOf(database);
    const broken = [...before.contract]
      .filter(([what, relies]) => contract.get(what) !== relies)
      .map(([what]) => `${what} is gone or another`);
    const known = new Set(before.demands.map((demand) => demand.name + demand.table));
    const demanded = (await demandsOf(database))
      .filter(
        ({ name, table }) => !known.has(name + table) && before.contract.has(`table ${table}`),
      )
      .filter(
        ({ table, columns }) =>
          columns?.some((column) => before.contract.has(`column ${table}.${column}`)) ?? true,
      )
      .map(({ name, table }) => `${table}: ${name} is new`);
    t.same([...broken, ...demanded], [], name);
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
  [...(await contractOf(database))].filter(([name]) => name.startsWith('function '));
