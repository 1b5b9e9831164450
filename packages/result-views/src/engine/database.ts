import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { availableParallelism } from 'node:os';
import { literal } from './sql.js';

/** Share of the process's memory for DuckDB's buffers; Node and DuckDB's parsers use the rest. */
const BUFFERS_SHARE = 0.5;
const MAX_THREADS = 4;

/** Limits and files of a database. */
export interface DatabaseOptions {
  /** The only file that SQL may read. */
  file: string;
  /** Empty directory for data beyond the memory limit. */
  directory: string;
  memoryMb: number;
  diskMb: number;
}

/** The database of one process. Tables are in memory, and in the directory beyond the limit. */
export interface Database {
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<DuckDBValue[][]>;
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
    interrupt: () => {
      connection.interrupt();
    },
  };
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<DuckDBValue[][]> {
  return (await connection.runAndReadAll(sql)).getRows();
}

const settings = ({ file, directory, memoryMb, diskMb }: DatabaseOptions): string[] => [
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
  `set allowed_paths = [${literal(file)}]`,
  'set enable_external_access = false',
  'set lock_configuration = true',
];
