import { storageError, systemCodeOf } from './errors.js';
import { FileOutput } from './file-output.js';
import {
  closeBehind,
  forWriting,
  syncFolderAfter,
  writeAll,
  type FileSystem,
  type OpenFile,
} from './file-system.js';
import { encodeHeader } from './page-index.js';
import type { ResultNames } from './paths.js';
import type { ResultOutput } from './result-writer.js';
import type { SyncAhead } from './sync-ahead.js';

/** Files are private to the service. */
export const fileMode = 0o600;

/**
 * Writes one result into `<name>.json.part` and, once it is larger than a block or must be readable,
 * `<name>.idx.part`. The index is always behind the data: everything that it names can be read.
 */
export class FileResultOutput implements ResultOutput {
  readonly #output: FileOutput;
  #indexFile: OpenFile | null = null;
  /** The names of the files created so far; only these may be removed. */
  readonly #onDisk: { index: string | null; data: string };

  /** `data` is the new, empty partial file. The writer closes it. */
  constructor(
    private readonly files: FileSystem,
    private readonly names: ResultNames,
    private readonly data: OpenFile,
    ahead: SyncAhead,
  ) {
    this.#output = new FileOutput(data, ahead);
    this.#onDisk = { index: null, data: names.partialData };
  }

  get crc32(): number {
    return this.#output.crc32;
  }

  put(prefix: Uint8Array, bytes: Uint8Array, release?: () => void): Promise<void> {
    return this.#output.put(prefix, bytes, release);
  }

  async publish(entries: Buffer): Promise<void> {
    await this.#output.drain();
    await this.#writeIndex(entries);
  }

  async complete(entries: Buffer | null): Promise<void> {
    await this.#output.drain();
    const isIndexed = entries !== null;
    if (isIndexed) await this.#writeIndex(entries);
    // The names come before the bytes are durable. No row points to them until both are, and a crash in between leaves
    // a file without a row, which retention deletes. Doing one after the other took twice as long.
    await syncFolderAfter(this.files, this.names.folder, {
      before: () => this.#rename(isIndexed),
      beside: () => Promise.all([this.#output.sync(), isIndexed && this.#indexFile?.datasync()]),
    });
    // Everything is on the disk, so closing cannot report an error that matters.
    closeBehind(this.data);
    if (this.#indexFile !== null) closeBehind(this.#indexFile);
  }

  /** Removes the index before the data: an index that outlives its data could be taken for another attempt's. */
  async discard(): Promise<void> {
    await this.#output.idle();
    const problems: unknown[] = [];
    const note = (problem: unknown) => void problems.push(problem);
    await this.#close().catch(note);
    for (const path of [this.#onDisk.index, this.#onDisk.data]) {
      if (path !== null) await unlinkIfThere(this.files, path).catch(note);
    }
    if (problems.length > 0) throw storageError(problems[0]);
  }

  /** The index gets its name first, so that a finished file always has its index. */
  async #rename(isIndexed: boolean): Promise<void> {
    const { data, index, partialData, partialIndex } = this.names;
    if (isIndexed) {
      await this.files.rename(partialIndex, index);
      this.#onDisk.index = index;
    }
    await this.files.rename(partialData, data);
    this.#onDisk.data = data;
    if (!isIndexed && this.#onDisk.index !== null) await this.files.unlink(partialIndex);
  }

  async #writeIndex(entries: Buffer): Promise<void> {
    const parts = [entries];
    if (this.#indexFile === null) {
      this.#indexFile = await this.files.open(this.names.partialIndex, forWriting, fileMode);
      this.#onDisk.index = this.names.partialIndex;
      parts.unshift(encodeHeader());
    }
    await writeAll(this.#indexFile, parts);
  }

  async #close(): Promise<void> {
    const indexFile = this.#indexFile;
    await Promise.all([this.data.close(), indexFile?.close()]);
  }
}

/** Removes a file. A missing file is not an error. */
export const unlinkIfThere = async (files: FileSystem, path: string): Promise<void> => {
  try {
    await files.unlink(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
};
