import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '@sluice/errors';
import pg from 'pg';
import { rowSchemas, type SourceRows, type TableName } from './rows.js';

/** A read-only connection to the database of the old service. */
interface Source {
  tables(): Promise<string[]>;
  all(sql: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/**
 * Reads everything that is imported from SQLPad's database: the path of its SQLite file (`sqlpad.sqlite`) or
 * a `postgres://` URL. Opens it read-only.
 *
 * @throws AppError `import` when it cannot be read or is not a database of SQLPad 5 or later.
 */
export async function readSource(from: string): Promise<SourceRows> {
  const source = await open(from);
  try {
    const tables = await source.tables();
    const missing = requiredTables.filter((name) => !tables.includes(name));
    if (missing.length > 0) {
      throw failure(
        `${shown(from)} is not a database of SQLPad 5 or later. Missing tables: ${missing.join(', ')}`,
      );
    }
    const read = async <Name extends TableName>(name: Name): Promise<SourceRows[Name]> => {
      const rows = tables.includes(name) ? await source.all(`select * from ${name}`) : [];
      return rows.map((row, index) => parse(name, row, index)) as SourceRows[Name];
    };
    const [batches] = tables.includes('batches')
      ? await source.all('select count(*) as count from batches')
      : [];
    return {
      users: await read('users'),
      connections: await read('connections'),
      connection_accesses: await read('connection_accesses'),
      queries: await read('queries'),
      query_tags: await read('query_tags'),
      query_acl: await read('query_acl'),
      service_tokens: await read('service_tokens'),
      batchCount: Number(batches?.['count'] ?? 0),
    };
  } finally {
    await source.close();
  }
}

const requiredTables: TableName[] = [
  'users',
  'connections',
  'connection_accesses',
  'queries',
  'query_tags',
  'query_acl',
];

function parse(name: TableName, row: Record<string, unknown>, index: number): unknown {
  const parsed = rowSchemas[name].safeParse(row);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw failure(
    `Table ${name}, row ${index + 1}: column ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

const isPostgres = (from: string): boolean => /^postgres(ql)?:\/\//.test(from);

async function open(from: string): Promise<Source> {
  try {
    return isPostgres(from) ? await openPostgres(from) : openSqlite(from);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw failure(`${shown(from)} cannot be opened: ${reason}`, error);
  }
}

function openSqlite(path: string): Source {
  if (!existsSync(path)) throw failure(`${path} does not exist`);
  const database = new DatabaseSync(path, { readOnly: true });
  // A file that is not a database fails at the first read.
  database.prepare('select count(*) from sqlite_master').get();
  const all = (sql: string) => Promise.resolve(database.prepare(sql).all());
  return {
    tables: async () =>
      (await all(`select name from sqlite_master where type = 'table'`)).map(nameOf),
    all,
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

async function openPostgres(connectionString: string): Promise<Source> {
  const client = new pg.Client({ connectionString, application_name: 'sluice-import' });
  await client.connect();
  // A read-only snapshot of all tables.
  await client.query('begin isolation level repeatable read read only');
  const all = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
  return {
    tables: async () =>
      (
        await all(
          'select table_name as name from information_schema.tables where table_schema = current_schema',
        )
      ).map(nameOf),
    all,
    close: () => client.end(),
  };
}

const nameOf = (row: Record<string, unknown>): string => String(row['name']);

/** Returns the URL without its password. */
function shown(from: string): string {
  if (!isPostgres(from)) return from;
  const { host, pathname } = new URL(from);
  return `postgres://${host}${pathname}`;
}

const failure = (title: string, cause?: unknown): AppError =>
  new AppError('import', 400, title, { cause });
