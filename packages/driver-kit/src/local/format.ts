import { open } from 'node:fs/promises';
import path from 'node:path';
import { DriverError } from '../contract/driver.js';

/** Engines whose files can be told apart by their first bytes. */
export type FileFormat = 'sqlite' | 'duckdb';

/** Magic bytes of each format and their offset in the file. */
const formats = [
  { engine: 'sqlite', name: 'SQLite', at: 0, mark: Buffer.from('SQLite format 3\0') },
  { engine: 'duckdb', name: 'DuckDB', at: 8, mark: Buffer.from('DUCK') },
] as const satisfies readonly { engine: FileFormat; name: string; at: number; mark: Buffer }[];

const HEAD_BYTES = 16;

/**
 * Rejects a database file of another engine. Without this check DuckDB looks for an extension that reads the
 * file and reports a missing home directory. An unreadable file is left to the engine to report.
 *
 * @throws DriverError kind `connection`
 */
export async function assertFormat(file: string, engine: FileFormat): Promise<void> {
  const head = await headOf(file);
  const format = formats.find(({ at, mark }) => head.subarray(at, at + mark.length).equals(mark));
  if (!format || format.engine === engine) return;
  const own = formats.find((each) => each.engine === engine)?.name ?? engine;
  const title = `${path.basename(file)} is in ${format.name} format, not ${own} format`;
  throw new DriverError('connection', 'not_run', title, {
    hint: `Change the connection's driver to ${format.name}.`,
  });
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file).catch(() => null);
  if (!handle) return Buffer.alloc(0);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
