import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as delay } from 'node:timers/promises';
import { availableParallelism } from 'node:os';
import type { OpenCommand } from '@sluice/driver-kit/local/frames';
import { keepByteOrderMarks } from './byte-order-marks.js';
import { openError } from './errors.js';

/** Part of the process's memory for DuckDB's own buffers: lists and strings that it makes are not counted by it. */
const BUFFERS_SHARE = 0.5;
/** How many threads it may keep busy. */
const MOST_THREADS = 4;
/** A session that has just ended may still hold the file. */
const LOCK_TRIES = 40;
const LOCK_RETRY_MS = 100;

/** An open database and the one session in it. */
export interface Opened {
  instance: DuckDBInstance;
  connection: DuckDBConnection;
}

/** Opens the database and takes away what SQL must not reach. @throws DriverError */
export async function openInstance(open: OpenCommand): Promise<Opened> {
  keepByteOrderMarks();
  try {
    const instance = await unlocked(open);
    const connection = await instance.connect();
    for (const sql of settings(open)) await connection.run(sql);
    return { instance, connection };
  } catch (error) {
    throw openError(error);
  }
}

/** Only one process may write to a file: waits for the one that has it. */
async function unlocked({ file, readOnly }: OpenCommand): Promise<DuckDBInstance> {
  const options = readOnly && file !== null ? { access_mode: 'READ_ONLY' } : undefined;
  for (let tries = 1; ; tries++) {
    try {
      return await DuckDBInstance.create(file ?? ':memory:', options);
    } catch (error) {
      const isHeld = error instanceof Error && error.message.includes('Could not set lock');
      if (!isHeld || tries === LOCK_TRIES) throw error;
      await delay(LOCK_RETRY_MS);
    }
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function settings({ directory, allowFiles, memoryMb }: OpenCommand): string[] {
  return [
    `set memory_limit = '${String(Math.floor(memoryMb * BUFFERS_SHARE))}MiB'`,
    `set threads = ${String(Math.min(MOST_THREADS, availableParallelism()))}`,
    // Spilling would write outside of what is allowed.
    "set temp_directory = ''",
    'set autoinstall_known_extensions = false',
    'set autoload_known_extensions = false',
    'set allow_community_extensions = false',
    // They are kept in the home directory of the worker, where each user would find those of the others.
    'set allow_persistent_secrets = false',
    `set file_search_path = ${quoted(directory)}`,
    ...(allowFiles ? [`set allowed_directories = [${quoted(`${directory}/`)}]`] : []),
    "set TimeZone = 'UTC'",
    // No file, no network, no extension from here on, but what was allowed; and nobody undoes it.
    'set enable_external_access = false',
    'set lock_configuration = true',
  ];
}
