import type pg from 'pg';
import { sampleReader, withClient } from '../embedded-postgres/databases.js';
import type { EmbeddedPostgres } from '../embedded-postgres/start.js';
import {
  customersSql,
  dropGenerator,
  eventsSql,
  fullSample,
  generatorFunctions,
  ordersSql,
  productsSql,
  type SampleSize,
} from './generate.js';
import { comments, customerKeys, eventKeys, shopKeys, tables, views } from './schema.js';

/** The database of the connection "Sample". */
export const sampleDatabase = 'sample';

const unfinishedDatabase = 'sample_unfinished';

/** Whether the complete sample database exists. */
export const sampleExists = (server: EmbeddedPostgres): Promise<boolean> =>
  withClient(server.superuser('postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      sampleDatabase,
    ]);
    return rowCount === 1;
  });

/**
 * Creates the sample database. It is filled under another name and renamed at the end, so that an interrupted
 * start begins again and never shows an incomplete sample.
 *
 * @returns the number of rows of all its tables.
 */
export async function createSample(
  server: EmbeddedPostgres,
  size: SampleSize = fullSample,
): Promise<number> {
  await withClient(server.superuser('postgres'), async (client) => {
    await client.query(`drop database if exists ${unfinishedDatabase} with (force)`);
    await client.query(`create database ${unfinishedDatabase}`);
    await client.query(`revoke connect, temporary on database ${unfinishedDatabase} from public`);
    await client.query(`grant connect on database ${unfinishedDatabase} to ${sampleReader}`);
  });
  const rows = await fill(server, size);
  await withClient(server.superuser('postgres'), async (client) => {
    await client.query(`alter database ${unfinishedDatabase} rename to ${sampleDatabase}`);
  });
  return rows;
}

function fill(server: EmbeddedPostgres, size: SampleSize): Promise<number> {
  const target = server.superuser(unfinishedDatabase);
  return withClient(target, async (client) => {
    await client.query(`${tables}\n${generatorFunctions(size)}`);
    const customers = await load(client, ['customers'], `${customersSql(size)} ${customerKeys}`);
    // Events are most of the work and need only the customers, so both cores share it.
    const [shop, events] = await Promise.all([
      load(
        client,
        ['products', 'orders', 'order_items'],
        `${productsSql(size)} ${ordersSql(size)} ${shopKeys} ${views}`,
      ),
      withClient(target, (other) => load(other, ['events'], `${eventsSql(size)} ${eventKeys}`)),
    ]);
    await client.query(`${comments} ${dropGenerator} ${READER_RIGHTS}`);
    return customers + shop + events;
  });
}

/**
 * Fills tables in one transaction, including keys and statistics. Truncating in the transaction lets the rows
 * skip the write-ahead log (wal_level minimal): they are flushed to their file instead. Checking a key after
 * the commit would write to every page to mark its rows as committed (measured: 1.7 s).
 *
 * @returns the number of rows inserted.
 */
async function load(client: pg.Client, tableNames: string[], sql: string): Promise<number> {
  const names = tableNames.join(', ');
  await client.query(`set maintenance_work_mem to '128MB'; set work_mem to '64MB'`);
  await client.query(`begin; truncate ${names}`);
  const results = [await client.query(sql)].flat();
  await client.query(`analyze ${names}; commit`);
  return results
    .filter(({ command }) => command === 'INSERT')
    .reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}

// Every role may execute the functions that create large objects, and a role may disable its own read-only
// default: without the revoke, the reader could still fill the disk.
const READER_RIGHTS = `
grant usage on schema public to ${sampleReader};
grant select on all tables in schema public to ${sampleReader};
revoke execute on function
  lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public;`;
