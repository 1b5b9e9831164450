import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ResultViews, ViewedResult } from '@sluice/result-views';

/** The contents of a Parquet file. */
export interface ParquetContents {
  /** Name and type of each column. */
  columns: [name: string, type: string][];
  /** The texts that the values have in a stored result. */
  rows: (string | null)[][];
}

/** Writes a result as Parquet. */
export async function parquetOf(
  views: ResultViews,
  result: ViewedResult,
  maxRows: number | null = null,
): Promise<Buffer> {
  const { bytes, stream } = await views.parquet(result, maxRows, new AbortController().signal);
  const file = await buffer(stream);
  if (file.length !== bytes) throw new Error(`${file.length} bytes, not ${bytes}`);
  return file;
}

/** Reads a Parquet file with DuckDB. */
export async function readParquet(file: Buffer): Promise<ParquetContents> {
  const path = join(tmpdir(), `sluice-${randomUUID()}.parquet`);
  await writeFile(path, file);
  try {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const all = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
    await connection.run("set TimeZone = 'UTC'");
    const described = await all(`describe select * from '${path}'`);
    const columns = described.map(([name, type]): [string, string] => [String(name), String(type)]);
    const texts = columns.map(([name, type]) =>
      storedText(`"${name.replaceAll('"', '""')}"`, type),
    );
    const rows = await all(`select ${texts.join(', ')} from '${path}'`);
    connection.closeSync();
    return { columns, rows: rows.map((row) => row.map((text) => text as string | null)) };
  } finally {
    await rm(path);
  }
}

function storedText(value: string, type: string): string {
  const text = `cast(${value} as varchar)`;
  switch (type) {
    case 'BLOB':
      return `'\\x' || lower(hex(${value}))`;
    case 'TIMESTAMP':
    case 'TIMESTAMP_NS':
      return `replace(${text}, ' ', 'T')`;
    case 'TIMESTAMP WITH TIME ZONE':
      return `replace(cast(cast(${value} as TIMESTAMP) as varchar), ' ', 'T') || 'Z'`;
    default:
      return text;
  }
}
