import { ResultsError, storageError, systemCodeOf } from './errors.js';
import { FileOutput } from './file-output.js';
import {
  forWriting,
  syncFolderAfter,
  writeAll,
  type FileSystem,
  type OpenFile,
} from './file-system.js';
import { IndexBuilder } from './index-builder.js';
import { blockBytes, encodeHeader } from './page-index.js';
import { partialSuffix, type ResultNames } from './paths.js';
import { closeArray, nothing, openArray, separator } from './rows.js';
import type { ResultChunk, ResultWriter, StoredResult } from './store.js';

/** Files are the service's alone. */
export const fileMode = 0o600;

type State = { is: 'open' } | { is: 'finished' } | { is: 'ended'; error: ResultsError };

/**
 * Writes one result into `<name>.json.part` and, once it is larger than a block or a reader may look,
 * `<name>.idx.part`. The index is always behind the data: what it names can be read.
 */
export class FileResultWriter implements ResultWriter {
  readonly partialPath: string;
  readonly #output: FileOutput;
  readonly #index = new IndexBuilder();
  #indexFile: OpenFile | null = null;
  /** The names our files have by now; only these are ours to remove. */
  readonly #onDisk: { index: string | null; data: string };
  #state: State = { is: 'open' };
  #queue: Promise<void> = Promise.resolve();
  #rowCount = 0;
  #bytes = 1;
  #rowsFlushed = 0;

  /** `data` is the new, empty partial file; the writer closes it. */
  constructor(
    private readonly files: FileSystem,
    private readonly names: ResultNames,
    private readonly data: OpenFile,
  ) {
    this.partialPath = names.resultsPath + partialSuffix;
    this.#output = new FileOutput(data);
    this.#onDisk = { index: null, data: names.partialData };
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(chunk: ResultChunk): Promise<void> {
    return this.#next(() => this.#append(chunk));
  }

  flush(): Promise<void> {
    return this.#next(() => this.#flush());
  }

  finish(): Promise<StoredResult> {
    return this.#next(async () => {
      const result = await this.#finish();
      this.#state = { is: 'finished' };
      return result;
    });
  }

  abort(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#state.is !== 'open') return;
      this.#state = {
        is: 'ended',
        error: new ResultsError('storage', 'The results were given up'),
      };
      await this.#discard();
    });
  }

  async #append(chunk: ResultChunk): Promise<void> {
    if (chunk.rowCount === 0) return;
    this.#index.add(this.#rowCount, this.#nextOffset(), chunk);
    const prefix = this.#rowCount === 0 ? openArray : separator;
    this.#bytes = this.#nextOffset() + chunk.json.length;
    this.#rowCount += chunk.rowCount;
    await this.#output.put(prefix, chunk.json);
  }

  async #flush(): Promise<void> {
    if (this.#rowCount === this.#rowsFlushed) return;
    await this.#output.drain();
    await this.#writeIndex();
    this.#rowsFlushed = this.#rowCount;
  }

  async #finish(): Promise<StoredResult> {
    await this.#output.put(this.#rowCount === 0 ? openArray : nothing, closeArray);
    await this.#output.drain();
    const isIndexed = this.#bytes + closeArray.length > blockBytes;
    if (isIndexed) await this.#writeIndex();
    this.#bytes += closeArray.length;
    await syncFolderAfter(this.files, this.names.folder, async () => {
      await Promise.all([this.data.datasync(), isIndexed && this.#indexFile?.datasync()]);
      await this.#close();
      await this.#rename(isIndexed);
    });
    return {
      resultsPath: this.names.resultsPath,
      bytes: this.#bytes,
      rowCount: this.#rowCount,
      crc32: this.#output.crc32,
    };
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

  /** Brings the index up to the last row that is in the data file. */
  async #writeIndex(): Promise<void> {
    this.#index.mark(this.#rowCount, this.#nextOffset());
    const parts = [this.#index.take()];
    if (this.#indexFile === null) {
      this.#indexFile = await this.files.open(this.names.partialIndex, forWriting, fileMode);
      this.#onDisk.index = this.names.partialIndex;
      parts.unshift(encodeHeader());
    }
    await writeAll(this.#indexFile, parts);
  }

  /** Where the next row begins. */
  #nextOffset(): number {
    return this.#bytes + (this.#rowCount === 0 ? 0 : separator.length);
  }

  /** In turn, if the writer is still open; a failure removes all that was written. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.#state.is === 'ended') throw this.#state.error;
      if (this.#state.is === 'finished') throw new Error('This result is already finished');
      try {
        return await work();
      } catch (cause) {
        const error = storageError(cause);
        this.#state = { is: 'ended', error };
        // The first error is the one to tell; what cannot be removed now is swept as an orphan.
        await this.#discard().catch(() => undefined);
        throw error;
      }
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  /** Index before data: an index may never outlive its data and be taken for another attempt's. */
  async #discard(): Promise<void> {
    await this.#output.idle();
    const problems: unknown[] = [];
    const note = (problem: unknown) => void problems.push(problem);
    await this.#close().catch(note);
    for (const path of [this.#onDisk.index, this.#onDisk.data]) {
      if (path !== null) await unlinkIfThere(this.files, path).catch(note);
    }
    if (problems.length > 0) throw storageError(problems[0]);
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
