import { damaged } from './errors.js';
import { readAt, type ReadableFile } from './file-system.js';

/**
 * The page index: where rows begin in the data file, so that a page is found without reading what is
 * before it. A header of 16 bytes (magic, version, block size as u32), then entries of 16 bytes (row
 * number and byte offset as u64), all little endian, both rising.
 *
 * Two promises hold. Every row begins at most {@link blockBytes} after the last entry at or before it.
 * And the last entry names the row after the last one, with the offset at which it would begin: its
 * bytes, two for the separator included, are all there when the entry is.
 */
export interface IndexEntry {
  row: number;
  offset: number;
}

/** Rows begin at most this far behind an index entry. Files up to this size have no index at all. */
export const blockBytes = 256 * 1024;

/** Bytes of an entry, and of the header. */
export const entryBytes = 16;
const magic = Buffer.from('SLUICEIX', 'latin1');
const version = 1;

/** The first bytes of an index file. */
export const encodeHeader = (): Buffer => {
  const header = Buffer.alloc(entryBytes);
  magic.copy(header);
  header.writeUInt32LE(version, 8);
  header.writeUInt32LE(blockBytes, 12);
  return header;
};

/** Entries as they stand in the file. */
export const encodeEntries = (entries: readonly IndexEntry[]): Buffer => {
  const bytes = Buffer.allocUnsafe(entries.length * entryBytes);
  entries.forEach(({ row, offset }, at) => {
    bytes.writeBigUInt64LE(BigInt(row), at * entryBytes);
    bytes.writeBigUInt64LE(BigInt(offset), at * entryBytes + 8);
  });
  return bytes;
};

/** Where the rows of one data file begin. */
export interface RowIndex {
  /** The row after the last one, and where it would begin. */
  readonly end: IndexEntry;
  /** The last entry at or before `row`. */
  entryBefore(row: number): Promise<IndexEntry>;
}

/** The index of a file too small to have one: all its rows are one block. */
export const singleBlockIndex = (rowCount: number, bytes: number): RowIndex => ({
  end: { row: rowCount, offset: bytes + 1 },
  entryBefore: () => Promise.resolve({ row: 0, offset: 1 }),
});

/** Entries read at a time: with 4 KiB the index of a 256 MiB file takes two reads. */
const entriesPerRead = 256;

/** Searches an index file without loading it; the file stays the caller's to close. */
export class FileRowIndex implements RowIndex {
  readonly #reads = new Map<number, Buffer>();

  private constructor(
    private readonly file: ReadableFile,
    private readonly name: string,
    private readonly entryCount: number,
    readonly end: IndexEntry,
  ) {}

  /** Null when it has no entry yet. @throws {ResultsError} `results_damaged` */
  static async open(
    { file, size }: { file: ReadableFile; size: number },
    name: string,
  ): Promise<FileRowIndex | null> {
    // Rounded down: while an index grows, the size may be seen in the middle of an entry.
    const entryCount = Math.floor((size - entryBytes) / entryBytes);
    if (entryCount < 1) return null;
    const header = Buffer.allocUnsafe(entryBytes);
    await readAt(file, header, 0);
    if (!header.equals(encodeHeader())) throw damaged(name, 'has a page index that is not ours');
    const last = Buffer.allocUnsafe(entryBytes);
    await readAt(file, last, entryCount * entryBytes);
    return new FileRowIndex(file, name, entryCount, entryAt(last, 0));
  }

  async entryBefore(row: number): Promise<IndexEntry> {
    let low = 0;
    let high = this.entryCount - 1;
    let found = await this.#entry(0);
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const entry = await this.#entry(middle);
      if (entry.row <= row) {
        found = entry;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    if (found.row > row) throw damaged(this.name, 'has a page index that does not begin at row 0');
    return found;
  }

  async #entry(at: number): Promise<IndexEntry> {
    const part = Math.floor(at / entriesPerRead);
    const bytes = this.#reads.get(part) ?? (await this.#read(part));
    return entryAt(bytes, at % entriesPerRead);
  }

  async #read(part: number): Promise<Buffer> {
    const first = part * entriesPerRead;
    const count = Math.min(entriesPerRead, this.entryCount - first);
    const bytes = Buffer.allocUnsafe(count * entryBytes);
    if ((await readAt(this.file, bytes, (first + 1) * entryBytes)) < bytes.length) {
      throw damaged(this.name, 'has a page index that ends early');
    }
    this.#reads.set(part, bytes);
    return bytes;
  }
}

const entryAt = (bytes: Buffer, at: number): IndexEntry => ({
  row: Number(bytes.readBigUInt64LE(at * entryBytes)),
  offset: Number(bytes.readBigUInt64LE(at * entryBytes + 8)),
});
