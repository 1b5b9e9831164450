import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as delay } from 'node:timers/promises';
import { availableParallelism } from 'node:os';
import type { OpenCommand } from '@sluice/driver-kit/local/frames';
import { keepByteOrderMarks } from './byte-order-marks.js';
import { openError } from './errors.js';

/** Share of the process's memory for DuckDB's buffers, which exclude lists and strings of results. */
const BUFFERS_SHARE = 0.5;
/** Maximum number of DuckDB threads. */
const MAX_THREADS = 4;
/** A session that has just ended may still hold the file lock. */
const LOCK_TRIES = 40;
const LOCK_RETRY_MS = 100;

/** An open database and its session. */
export interface Opened {
  instance: DuckDBInstance;
  connection: DuckDBConnection;
}

/** Opens the database and locks down its configuration. @throws DriverError */
export async function openInstance(open: OpenCommand): Promise<Opened> {
  keepByteOrderMarks();
  try {
    const instance = await openUnlocked(open);
    const connection = await instance.connect();
    for (const sql of settings(open)) await connection.run(sql);
    return { instance, connection };
  } catch (error) {
    throw openError(error);
  }
}

/** Only one process can write to a file: waits for the lock. */
async function openUnlocked({ file, readOnly }: OpenCommand): Promise<DuckDBInstance> {
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
    `set threads = ${String(Math.min(MAX_THREADS, availableParallelism()))}`,
    // Spilling to disk would write outside the allowed directory.
    "set temp_directory = ''",
    'set autoinstall_known_extensions = false',
    'set autoload_known_extensions = false',
    'set allow_community_extensions = false',
    // Persistent secrets are stored in the worker's home directory, where all users would share them.
    'set allow_persistent_secrets = false',
    `set file_search_path = ${quoted(directory)}`,
    ...(allowFiles ? [`set allowed_directories = [${quoted(`${directory}/`)}]`] : []),
    "set TimeZone = 'UTC'",
    // From here on only allowed files; no network, no extensions. `lock_configuration` makes that final.
    'set enable_external_access = false',
    'set lock_configuration = true',
  ];
}
