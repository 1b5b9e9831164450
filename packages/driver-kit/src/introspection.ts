import type { ReadLimits, SessionRun } from './session/session.js';

/** Runs a query and calls `take` for each row; one chunk of rows is in memory at a time. */
export type EachRow = (sql: string, take: (row: unknown[]) => void) => Promise<void>;

const limits: ReadLimits = {
  maxRows: null,
  maxBytes: null,
  maxCellBytes: 16 * 1024 * 1024,
  maxRowBytes: 32 * 1024 * 1024,
};

/** Implements {@link EachRow} with a session's `start`. @throws DriverError */
export async function readRows(
  start: (sql: string, limits: ReadLimits) => Promise<SessionRun>,
  sql: string,
  take: (row: unknown[]) => void,
): Promise<void> {
  const run = await start(sql, limits);
  for await (const { json } of run.chunks) {
    const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8');
    const rows: unknown = JSON.parse(`[${text}]`);
    if (Array.isArray(rows)) for (const row of rows) if (Array.isArray(row)) take(row);
  }
}

/**
 * Returns a function that maps equal strings to one instance: types repeat for most columns of a large schema.
 */
export function createInterner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text) ?? text;
    known.set(found, found);
    return found;
  };
}
