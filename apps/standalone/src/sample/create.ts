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
import { eventKeys, lastKeyAndComments, shopKeys, tables, views } from './schema.js';

/** The database that the connection "Sample" leads to. */
export const sampleDatabase = 'sample';

const unfinishedDatabase = 'sample_unfinished';

/** Whether the sample was made, by a launcher that finished making it. */
export const sampleExists = (server: EmbeddedPostgres): Promise<boolean> =>
  withClient(server.superuser('postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      sampleDatabase,
    ]);
    return rowCount === 1;
  });

/**
 * Makes the sample database. It is filled under another name and renamed at the end, so an
 * interrupted start begins anew and never shows half a sample.
 *
 * @returns how many rows all its tables have.
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
    // Events are most of the work and need no other table until the end, so both cores share it.
    await Promise.all([
      fillShop(client, size),
      withClient(target, (other) => fillEvents(other, size)),
    ]);
    await client.query(`${lastKeyAndComments} ${dropGenerator} ${readerRights}`);
    return countRows(client);
  });
}

const fillShop = (client: pg.Client, size: SampleSize) =>
  load(
    client,
    ['customers', 'products', 'orders', 'order_items'],
    `${customersSql(size)} ${productsSql(size)} ${ordersSql(size)} ${shopKeys} ${views}`,
  );

const fillEvents = (client: pg.Client, size: SampleSize) =>
  load(client, ['events'], `${eventsSql(size)} ${eventKeys}`);

// Truncating in the same transaction lets the rows skip the write-ahead log (wal_level minimal);
// they are flushed to their file instead.
async function load(client: pg.Client, tableNames: string[], sql: string): Promise<void> {
  const names = tableNames.join(', ');
  await client.query(`set maintenance_work_mem to '128MB'; set work_mem to '64MB'`);
  await client.query(`begin; truncate ${names}; ${sql} analyze ${names}; commit`);
}

// Everybody may execute the functions that make large objects, and a role may switch its own
// read-only default off: without the second half the reader could still fill the disk.
const readerRights = `
grant usage on schema public to ${sampleReader};
grant select on all tables in schema public to ${sampleReader};
revoke execute on function
  lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) from public;`;

async function countRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select (select count(*) from customers) + (select count(*) from products)
       + (select count(*) from orders) + (select count(*) from order_items)
       + (select count(*) from events) as count`,
  );
  return Number(rows[0]?.count ?? 0);
}
