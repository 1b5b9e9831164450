import type { ReadLimits, SessionRun } from './session/session.js';

/** Runs a query and gives each of its rows to `take`, one chunk of them in memory at a time. */
export type EachRow = (sql: string, take: (row: unknown[]) => void) => Promise<void>;

const limits: ReadLimits = {
  maxRows: null,
  maxBytes: null,
  maxCellBytes: 16 * 1024 * 1024,
  maxRowBytes: 32 * 1024 * 1024,
};

/** An {@link EachRow} over a session's own way to start a statement. @throws DriverError */
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

/** Gives one and the same string for equal ones: types repeat for most columns of a large schema. */
export function createInterner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text) ?? text;
    known.set(found, found);
    return found;
  };
}
