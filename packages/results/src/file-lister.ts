import { join } from 'node:path';
import { systemCodeOf } from './errors.js';
import type { FileSystem } from './file-system.js';
import type { ListedResult } from './store.js';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const filePattern =
  /^(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\.\d+)?)\.(?:json|idx)(?:\.part)?$/;

/** Lists every result file that was not written since `before`, day by day. Other files are ignored. */
export async function* listResults(
  files: FileSystem,
  root: string,
  before: Date,
): AsyncGenerator<ListedResult> {
  for (const day of (await unlessGone(files.readdir(root))) ?? []) {
    if (!dayPattern.test(day)) continue;
    for (const name of (await unlessGone(files.readdir(join(root, day)))) ?? []) {
      const [, ownName, statementId] = filePattern.exec(name) ?? [];
      if (ownName === undefined || statementId === undefined) continue;
      const modifiedOn = (await unlessGone(files.lstat(join(root, day, name))))?.mtime;
      if (modifiedOn === undefined || modifiedOn >= before) continue;
      yield { statementId, resultsPath: `${day}/${ownName}.json`, modifiedOn };
    }
  }
}

/** Files may appear and disappear while they are listed. */
const unlessGone = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
};
