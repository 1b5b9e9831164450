import type { Database } from './client.js';
import { sqlStateOf } from './sql-state.js';

/** PostgreSQL's error code for a full disk. */
const diskFull = '53100';

/** Whether an error or one of its causes reports that the disk of the metadata database is full. */
export const isDiskFull = (error: unknown): boolean => sqlStateOf(error) === diskFull;

/**
 * Whether the metadata database can write new data. The query spills about 400 kB into a temporary file, which needs
 * disk space as a row does and leaves no row, WAL or catalog entry.
 *
 * @throws the database's error when it has another reason.
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
