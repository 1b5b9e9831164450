import type { Database } from '../client.js';
import { sqlStateOf } from '../sql-state.js';

/** PostgreSQL's code when its disk is full. */
const diskFull = '53100';

/** Whether an error says that the disk of the metadata database is full, at any depth of its causes. */
export const isDiskFull = (error: unknown): boolean => sqlStateOf(error) === diskFull;

/**
 * Whether the metadata database can write new data. It spills some 400 kB of numbers into a temporary file, which
 * needs space as a row would, and leaves nothing behind: no row, no WAL, no entry in the catalog.
 *
 * @throws what the database says for any other reason.
 */
export async function hasDiskSpace(database: Database): Promise<boolean> {
  try {
    await database.$transaction([
      database.$executeRaw`select set_config('work_mem', '64kB', true)`,
      database.$executeRaw`select count(*) from generate_series(1, 20000)`,
    ]);
    return true;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  }
}
