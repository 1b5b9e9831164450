import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { TestBucket } from '@sluice/testkit';
import type { ResultFile } from '../checker/evidence.js';

/** Direct access to the stored results of a service. */
export interface StoredResults {
  /** Returns the names of all stored files, including incomplete ones. */
  names(): Promise<string[]>;
  /** Returns all stored files that still exist when they are read. */
  files(): Promise<ResultFile[]>;
  /** Makes all files look old enough for retention to remove those without a row. */
  age(): Promise<void>;
}

/** Longer than retention keeps a file without a row. */
const ORPHAN_AGE_MS = 2 * 3_600_000;

/** Results in a folder, which may not exist. */
export function resultsInFolder(folder: string): StoredResults {
  const names = async (): Promise<string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  };
  return {
    names,
    files: () => readEach(names, (name) => readFile(join(folder, name)).catch(gone)),
    age: async () => {
      const old = new Date(Date.now() - ORPHAN_AGE_MS);
      for (const name of await names()) await utimes(join(folder, name), old, old).catch(gone);
    },
  };
}

/** The service may rename or remove a file between the listing and the read. */
function gone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Results in a bucket that contains nothing else. */
export const resultsInBucket = (bucket: TestBucket, age: () => void): StoredResults => ({
  names: () => bucket.keys(),
  files: () =>
    readEach(bucket.keys, (key) =>
      bucket.read(key).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NoSuchKey') return null;
        throw error;
      }),
    ),
  age: () => {
    age();
    return Promise.resolve();
  },
});

/** A remote storage answers several requests at once. */
const CONCURRENT_READS = 8;

async function readEach(
  names: () => Promise<string[]>,
  read: (name: string) => Promise<Buffer | null>,
): Promise<ResultFile[]> {
  const queue = (await names()).values();
  const files: ResultFile[] = [];
  const work = async (): Promise<void> => {
    for (const path of queue) {
      const content = await read(path);
      if (content === null) continue;
      files.push({ path, bytes: content.length, crc32: crc32(content), rows: rowsIn(content) });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, work));
  return files;
}

function rowsIn(content: Buffer): number | null {
  try {
    const rows: unknown = JSON.parse(content.toString('utf8'));
    return Array.isArray(rows) ? rows.length : null;
  } catch {
    return null;
  }
}
