import { resolve } from 'node:path';
import { damaged, storageError, systemCodeOf } from './errors.js';
import {
  closingOnError,
  openFinishedIndex,
  openIfThere,
  orMissing,
  readAhead,
  sendPage,
  sendRange,
  sendSmallPage,
  type OpenedData,
} from './file-reader.js';
import { listResults } from './file-lister.js';
import {
  forWriting,
  nodeFileSystem,
  syncFolder,
  type FileSystem,
  type OpenFile,
} from './file-system.js';
import { fileMode, FileResultOutput, unlinkIfThere } from './file-writer.js';
import { blockBytes, type RowIndex } from './page-index.js';
import { openPartial } from './partial-reader.js';
import { namesOf, resultsPathOf, type ResultNames } from './paths.js';
import { OrderedResultWriter } from './result-writer.js';
import type {
  ExpectedResult,
  ListedResult,
  Page,
  PartialReading,
  ReadOptions,
  ResultReading,
  ResultStore,
  ResultWriter,
} from './store.js';
import { SyncAhead } from './sync-ahead.js';

/** Directories are private to the service. */
const folderMode = 0o700;

/** Location of the store. */
export interface FileResultStoreOptions {
  /** Created when it does not exist; its parent must exist. */
  directory: string;
  /** The file system; tests pass one that fails. */
  files?: FileSystem;
}

/** Opens a directory as a results store. Several processes may open it. @throws {ResultsError} `storage` */
export const openFileResultStore = async ({
  directory,
  files = nodeFileSystem,
}: FileResultStoreOptions): Promise<ResultStore> => {
  const root = resolve(directory);
  await makeFolder(files, root, resolve(root, '..')).catch((error: unknown) => {
    throw storageError(error);
  });
  return new FileResultStore(root, files);
};

class FileResultStore implements ResultStore {
  /** The directory of a day that is known to exist with a durable name. */
  #knownFolder = '';
  readonly #ahead = new SyncAhead();

  constructor(
    private readonly root: string,
    private readonly files: FileSystem,
  ) {}

  async create(statementId: string, startedOn: Date, adoption = 0): Promise<ResultWriter> {
    const names = namesOf(this.root, resultsPathOf(statementId, startedOn, adoption));
    try {
      const data = await this.#createData(names);
      return new OrderedResultWriter(
        names.resultsPath,
        new FileResultOutput(this.files, names, data, this.#ahead),
      );
    } catch (error) {
      throw storageError(error);
    }
  }

  async openWhole(
    resultsPath: string,
    expected: ExpectedResult,
    { inOneBuffer = false }: ReadOptions = {},
  ): Promise<ResultReading> {
    const { bytes: end, crc32 } = expected;
    const range = { start: 0, end, isRows: false, crc32, inOneBuffer };
    let ahead: Promise<Buffer> | undefined;
    const { file } = await this.#openData(namesOf(this.root, resultsPath), expected, (opened) => {
      ahead = readAhead(opened, resultsPath, range);
    });
    return closingOnError(file, () => sendRange(file, resultsPath, range, ahead));
  }

  async openPage(
    resultsPath: string,
    expected: ExpectedResult,
    page: Page,
  ): Promise<ResultReading> {
    const names = namesOf(this.root, resultsPath);
    const { file } = await this.#openData(names, expected);
    if (expected.bytes <= blockBytes) return sendSmallPage(file, resultsPath, expected, page);
    return closingOnError(file, () =>
      this.#withIndex(names, expected, (index) => sendPage(file, resultsPath, index, page)),
    );
  }

  async openPartialPage(
    statementId: string,
    startedOn: Date,
    page: Page,
    adoption = 0,
  ): Promise<PartialReading | null> {
    const names = namesOf(this.root, resultsPathOf(statementId, startedOn, adoption));
    return openPartial(this.files, names, page);
  }

  linkTo(): Promise<null> {
    return Promise.resolve(null);
  }

  async localPath(resultsPath: string, expected: ExpectedResult): Promise<string> {
    const names = namesOf(this.root, resultsPath);
    const { file } = await this.#openData(names, expected);
    await file.close();
    return names.data;
  }

  async has(resultsPath: string): Promise<boolean> {
    try {
      await this.files.lstat(namesOf(this.root, resultsPath).data);
      return true;
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
      return false;
    }
  }

  async remove(resultsPath: string): Promise<void> {
    const { folder, partialIndex, partialData, data, index } = namesOf(this.root, resultsPath);
    // A partial result loses its index before its data, as a writer removes them. A finished result loses its data
    // first.
    for (const path of [partialIndex, partialData, data, index]) {
      await unlinkIfThere(this.files, path);
    }
    await removeIfEmpty(this.files, folder);
  }

  list(before: Date): AsyncIterable<ListedResult> {
    return listResults(this.files, this.root, before);
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await this.files.statfs(this.root);
    return bavail * bsize;
  }

  async #openData(
    names: ResultNames,
    expected: ExpectedResult,
    begin?: (file: OpenFile) => void,
  ): Promise<OpenedData> {
    const { folder, data, resultsPath } = names;
    const there = await openIfThere(this.files, folder, data, resultsPath, begin);
    const opened = orMissing(there, resultsPath);
    if (opened.size !== expected.bytes) {
      await opened.file.close();
      throw damaged(resultsPath, `has ${opened.size} bytes, not ${expected.bytes}`);
    }
    return opened;
  }

  async #withIndex<T>(
    { folder, index: path, resultsPath }: ResultNames,
    { bytes, rowCount }: ExpectedResult,
    work: (index: RowIndex) => Promise<T>,
  ): Promise<T> {
    const opened = orMissing(await openIfThere(this.files, folder, path, resultsPath), resultsPath);
    try {
      return await work(await openFinishedIndex(opened, resultsPath, { bytes, rowCount }));
    } finally {
      await opened.file.close();
    }
  }

  async #createData(names: ResultNames) {
    const create = () => this.files.open(names.partialData, forWriting, fileMode);
    await this.#ensureFolder(names.folder);
    try {
      return await create();
    } catch (error) {
      await this.#makeWay(names, error);
      return await create();
    }
  }

  /** Repairs what prevents a new file: a removed directory, or a crashed attempt. */
  async #makeWay(names: ResultNames, error: unknown): Promise<void> {
    const code = systemCodeOf(error);
    if (code === 'ENOENT') {
      this.#knownFolder = '';
      await this.#ensureFolder(names.folder);
    } else if (code === 'EEXIST') {
      await unlinkIfThere(this.files, names.partialIndex);
      await unlinkIfThere(this.files, names.partialData);
    } else {
      throw error;
    }
  }

  async #ensureFolder(folder: string): Promise<void> {
    if (folder === this.#knownFolder) return;
    try {
      await makeFolder(this.files, folder, this.root);
    } catch (error) {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
      // The whole store may have been removed. Without this every result would be lost until the next start.
      await makeFolder(this.files, this.root, resolve(this.root, '..'));
      await makeFolder(this.files, folder, this.root);
    }
    if (!(await this.files.lstat(folder)).isDirectory())
      throw new Error(`${folder} is not a directory`);
    this.#knownFolder = folder;
  }
}

/** Creates a directory if it does not exist, and makes its name durable. */
const makeFolder = async (files: FileSystem, folder: string, parent: string): Promise<void> => {
  try {
    await files.mkdir(folder, folderMode);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  }
  await syncFolder(files, parent);
};

const removeIfEmpty = async (files: FileSystem, folder: string): Promise<void> => {
  try {
    await files.rmdir(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemCodeOf(error))) throw error;
  }
};
