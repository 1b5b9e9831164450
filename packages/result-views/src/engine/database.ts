import {
  DuckDBDataChunk,
  DuckDBInstance,
  INTEGER,
  type DuckDBConnection,
  type DuckDBValue,
} from '@duckdb/node-api';
import { availableParallelism } from 'node:os';
import { literal } from './sql.js';

/** Share of the process's memory for DuckDB's buffers; Node and DuckDB's parsers use the rest. */
const BUFFERS_SHARE = 0.5;
const MAX_THREADS = 4;

/** Rows of one chunk of DuckDB. */
export const CHUNK_ROWS = 2_048;

/** Limits and files of a database. */
export interface DatabaseOptions {
  /** The files that SQL may read outside of the directory. */
  files: string[];
  /** Empty directory for data beyond the memory limit, and for files that SQL writes. */
  directory: string;
  memoryMb: number;
  diskMb: number;
}

/** The database of one process. Tables are in memory, and in the directory beyond the limit. */
export interface Database {
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<DuckDBValue[][]>;
  /** Creates a table with a column `r` of row numbers. Each array has at most {@link CHUNK_ROWS}. */
  createRows(name: string, parts: Iterable<readonly number[]>): Promise<void>;
  /** Stops what runs. */
  interrupt(): void;
}

/** Opens an empty database with a locked configuration. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const sql of settings(options)) await connection.run(sql);
  return {
    run: async (sql) => {
      await connection.run(sql);
    },
    rows: (sql) => rowsOf(connection, sql),
    createRows: (name, parts) => createRows(connection, name, parts),
    interrupt: () => {
      connection.interrupt();
    },
  };
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<DuckDBValue[][]> {
  return (await connection.runAndReadAll(sql)).getRows();
}

async function createRows(
  connection: DuckDBConnection,
  name: string,
  parts: Iterable<readonly number[]>,
): Promise<void> {
  await connection.run(`create or replace table ${name} (r integer)`);
  const appender = await connection.createAppender(name);
  for (const part of parts) {
    const chunk = DuckDBDataChunk.create([INTEGER], part.length);
    chunk.setColumnValues(0, part);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

const settings = ({ files, directory, memoryMb, diskMb }: DatabaseOptions): string[] => [
  `set memory_limit = '${String(Math.floor(memoryMb * BUFFERS_SHARE))}MiB'`,
  `set threads = ${String(Math.min(MAX_THREADS, availableParallelism()))}`,
  `set temp_directory = ${literal(directory)}`,
  `set max_temp_directory_size = '${String(diskMb)}MiB'`,
  "set TimeZone = 'UTC'",
  'set autoinstall_known_extensions = false',
  'set autoload_known_extensions = false',
  // Compressed tables take a third of the memory.
  "attach ':memory:' as store (compress)",
  'use store',
  `set allowed_paths = [${files.map(literal).join(', ')}]`,
  `set allowed_directories = [${literal(directory)}]`,
  'set enable_external_access = false',
  'set lock_configuration = true',
];
