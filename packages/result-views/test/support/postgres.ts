import type { ColumnInfo } from '@sluice/contracts';
import type { DriverConnection } from '@sluice/driver-kit';
import { postgresDriver } from '@sluice/driver-postgres';
import { read, runOptions, sessionOptions } from '@sluice/driver-testkit/contract';
import type { ViewedResult } from '@sluice/result-views';
import type { ResultChunk, ResultStore } from '@sluice/results';
import { createEmptyDatabase } from '@sluice/testkit';
import { storeChunks } from './views.js';

/** A database whose results are stored as the service stores them. */
export interface Oracle {
  /** Runs statements without rows. */
  run(sql: string): Promise<void>;
  /** Returns rows as they would be stored, parsed. */
  rows(sql: string): Promise<unknown[][]>;
  /** Stores the rows of a query. */
  store(store: ResultStore, sql: string): Promise<ViewedResult>;
}

/** Connects the driver of the service to an empty database. */
export async function openOracle(t: {
  teardown(work: () => Promise<void>): void;
}): Promise<Oracle> {
  const database = await createEmptyDatabase();
  const { hostname, port, username, password } = new URL(database.url);
  const connection = await postgresDriver.connect(
    {
      host: decodeURIComponent(hostname),
      port,
      database: database.name,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
    },
    sessionOptions(),
  );
  t.teardown(async () => {
    await connection.close();
    await database.drop();
  });
  return {
    run: async (sql) => {
      await database.query(sql);
    },
    rows: async (sql) => (await read(connection, sql)).rows,
    store: (store, sql) => storeQuery(connection, store, sql),
  };
}

async function storeQuery(
  connection: DriverConnection,
  store: ResultStore,
  sql: string,
): Promise<ViewedResult> {
  const run = await connection.run(sql, runOptions());
  const columns: ColumnInfo[] = run.columns ?? [];
  return storeChunks(store, columns, copies(run.chunks));
}

/** The writer keeps a chunk until it is written, so it needs a copy. */
async function* copies(chunks: AsyncIterable<ResultChunk>): AsyncGenerator<ResultChunk> {
  for await (const { rowCount, json, release } of chunks) {
    yield { rowCount, json: Buffer.from(json) };
    release?.();
  }
}
