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

/** Files are the service's alone. */
export const fileMode = 0o600;

/**
 * Writes one result into `<name>.json.part` and, once it is larger than a block or a reader may look,
 * `<name>.idx.part`. The index is always behind the data: what it names can be read.
 */
export class FileResultOutput implements ResultOutput {
  readonly #output: FileOutput;
  #indexFile: OpenFile | null = null;
  /** The names our files have by now; only these are ours to remove. */
  readonly #onDisk: { index: string | null; data: string };

  /** `data` is the new, empty partial file; it is closed here. */
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
    // The names come before the bytes are durable: no row points to them until both are, and a crash in
    // between leaves a file without a row, which retention removes. One after the other took twice as long.
    await syncFolderAfter(this.files, this.names.folder, {
      before: () => this.#rename(isIndexed),
      beside: () => Promise.all([this.#output.sync(), isIndexed && this.#indexFile?.datasync()]),
    });
    // All is on the disk: closing has nothing more to tell.
    closeBehind(this.data);
    if (this.#indexFile !== null) closeBehind(this.#indexFile);
  }

  /** Index before data: an index may never outlive its data and be taken for another attempt's. */
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

  /** The index gets its name first, so that a finished file always has it. */
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

/** Removes a file; that it is not there is no error. */
export const unlinkIfThere = async (files: FileSystem, path: string): Promise<void> => {
  try {
    await files.unlink(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
};
