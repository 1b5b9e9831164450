import type { DriverConnection, RunOptions } from '@sluice/driver-kit';
import { runOptions, textOf } from '../contract.js';

/** The stored form of a column. */
export interface StoredColumn {
  /** JSON text of each value. */
  cells: string[];
  dbType: string;
  datatype: string;
}

/** Returns the stored JSON of a one-column result, one text for each row. */
export async function storedColumn(
  connection: DriverConnection,
  sql: string,
  options: Partial<RunOptions> = {},
): Promise<StoredColumn> {
  const run = await connection.run(sql, runOptions(options));
  const chunks: string[] = [];
  for await (const chunk of run.chunks) chunks.push(textOf(chunk));
  const text = chunks.join(',\n');
  const column = run.summary().columns?.[0];
  return {
    cells: text === '' ? [] : text.split(',\n').map((row) => row.slice(1, -1)),
    dbType: column?.dbType ?? '',
    datatype: column?.datatype ?? '',
  };
}
