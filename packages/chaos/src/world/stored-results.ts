import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { TestBucket } from '@sluice/testkit';
import type { ResultFile } from '../checker/evidence.js';

/** What a service keeps of results, seen from behind its back. */
export interface StoredResults {
  /** Names of all that lies there, what is half-written included. */
  names(): Promise<string[]>;
  /** All that lies there, as far as it stays while it is read. */
  files(): Promise<ResultFile[]>;
  /** Makes all of it look old enough for retention to remove what no row names. */
  age(): Promise<void>;
}

/** Longer than retention keeps a file that no row names. */
const orphanAgeMs = 2 * 3_600_000;

/** Results in a folder, whether it is there or not. */
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
      const old = new Date(Date.now() - orphanAgeMs);
      for (const name of await names()) await utimes(join(folder, name), old, old).catch(gone);
    },
  };
}

/** The service may rename or remove a file between the listing and the look at it. */
function gone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Results in a bucket that holds nothing else. */
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

/** A storage that is far away answers several at once. */
const sideBySide = 8;

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
  await Promise.all(Array.from({ length: sideBySide }, work));
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
