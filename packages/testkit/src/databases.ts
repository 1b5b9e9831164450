import { randomBytes } from 'node:crypto';
import { migrate } from '@sluice/database';
import pg from 'pg';

/** A database made for one test. */
export interface TestDatabase {
  url: string;
  name: string;
  /** One query on a connection of its own, as the superuser. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

const adminUrl = (): string => {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test`');
  return url;
};

/** Address of the shared Redis. @throws when there is none: a missing service fails the test. */
export const redisUrl = (): string => {
  const url = process.env['TEST_REDIS_URL'];
  if (!url) throw new Error('TEST_REDIS_URL is not set: run the tests by `npm test`');
  return url;
};

async function queryAt<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** An empty database, for use as a target or a base. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryAt(adminUrl(), `create database ${name}`);
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    name,
    query: (sql, values) => queryAt(url.href, sql, values),
    drop: async () => {
      await queryAt(adminUrl(), `drop database if exists ${name} with (force)`);
    },
  };
}

/** A database with the service's own tables. */
export async function createServiceDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await migrate(database.url);
  return database;
}
