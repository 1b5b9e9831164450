import { crc32 } from 'node:zlib';
import { damaged } from './errors.js';
import { readAt, type ReadableFile } from './file-system.js';
import { separator } from './rows.js';

/**
 * The page index stores where rows start in the data file, so that a page is found without reading the rows before it.
 * It has a header of 16 bytes (magic, version, block size as u32) and records of 16 bytes (two u64), all little endian.
 * A record is an entry (row number and byte offset, both ascending) or a checksum.
 *
 * Two invariants hold. Every row starts at most {@link blockBytes} after the last entry at or before it. The last entry
 * names the row after the last one, with the offset at which it would start: all rows before it are in the data file
 * when the entry is in the index.
 *
 * The rows between two entries are a block. A checksum record (row number of the entry that follows it, {@link
 * blockSum}) is in front of each entry except the first. Versions without checksums still find their entries: of two
 * records with the same row number, a search for the last one at or before a row ends at the second. Indexes of those
 * versions have no checksums and are read without.
 */
export interface IndexEntry {
  row: number;
  offset: number;
}

/** An entry with the checksum of the block that ends there; null for the first entry. */
export interface SummedEntry extends IndexEntry {
  sum: number | null;
}

/** The rows between two entries. */
export interface Block {
  first: IndexEntry;
  next: IndexEntry;
  /** See {@link blockSum}. */
  sum: number;
}

/** Offset after the last row of a block. */
export const endOf = ({ next }: Pick<Block, 'next'>): number => next.offset - separator.length;

/** Rows start at most this far behind an index entry. Files up to this size have no index. */
export const blockBytes = 256 * 1024;

/** Bytes of a record and of the header. */
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

/** Encodes entries with their checksums. */
export const encodeEntries = (entries: readonly SummedEntry[]): Buffer =>
  Buffer.concat(
    entries.flatMap(({ row, offset, sum }) => [
      ...(sum === null ? [] : [encodeRecord(row, sum)]),
      encodeRecord(row, offset),
    ]),
  );

const encodeRecord = (first: number, second: number): Buffer => {
  const bytes = Buffer.allocUnsafe(entryBytes);
  bytes.writeBigUInt64LE(BigInt(first));
  bytes.writeBigUInt64LE(BigInt(second), 8);
  return bytes;
};

/**
 * The CRC-32 of a block's rows (`rowsCrc32`, without the separator after the last one) followed by the entries around
 * it, so that a changed entry does not select another page.
 */
export const blockSum = (rowsCrc32: number, first: IndexEntry, next: IndexEntry): number =>
  crc32(
    encodeRecord(next.row, next.offset),
    crc32(encodeRecord(first.row, first.offset), rowsCrc32),
  );

/** Finds where the rows of one data file start. */
export interface RowIndex {
  /** The row after the last one, and its offset. */
  readonly end: IndexEntry;
  /** The last entry at or before `row`. */
  entryBefore(row: number): Promise<IndexEntry>;
  /** The blocks that contain rows `first` to `afterLast - 1`; null without checksums. */
  blocksOf(first: number, afterLast: number): Promise<Block[] | null>;
}

/** The index of a file that is too small to have one: all its rows are one block. */
export const singleBlockIndex = (rowCount: number, bytes: number): RowIndex => ({
  end: { row: rowCount, offset: bytes + 1 },
  entryBefore: () => Promise.resolve({ row: 0, offset: 1 }),
  blocksOf: () => Promise.resolve(null),
});

/** Records per read: with 4 KiB the entries of a 128 MiB file take two reads. */
const recordsPerRead = 256;

/** Searches an index file without loading it. The caller closes the file. */
export class FileRowIndex implements RowIndex {
  readonly #reads = new Map<number, Buffer>();

  private constructor(
    private readonly file: ReadableFile,
    private readonly name: string,
    private readonly entryCount: number,
    /** 2 with a checksum in front of each entry except the first, else 1. */
    private readonly recordsPerEntry: number,
    readonly end: IndexEntry,
  ) {}

  /** Null while there is no entry. @throws {ResultsError} `results_damaged` */
  static async open(
    { file, size }: { file: ReadableFile; size: number },
    name: string,
  ): Promise<FileRowIndex | null> {
    // Rounded down: while an index grows, its size may end within a record.
    const recordCount = Math.floor((size - entryBytes) / entryBytes);
    if (recordCount < 1) return null;
    const header = Buffer.allocUnsafe(entryBytes);
    await readAt(file, header, 0);
    if (!header.equals(encodeHeader())) throw damaged(name, 'has a page index that is not ours');
    const beginning = Buffer.alloc(3 * entryBytes);
    await readAt(file, beginning, entryBytes);
    // Rows ascend from entry to entry. A checksum has the row of the entry behind it.
    const hasSums = recordCount >= 3 && entryAt(beginning, 1).row === entryAt(beginning, 2).row;
    const recordsPerEntry = hasSums ? 2 : 1;
    const entryCount = Math.floor((recordCount - 1) / recordsPerEntry) + 1;
    const last = Buffer.allocUnsafe(entryBytes);
    await readAt(file, last, ((entryCount - 1) * recordsPerEntry + 1) * entryBytes);
    return new FileRowIndex(file, name, entryCount, recordsPerEntry, entryAt(last, 0));
  }

  async entryBefore(row: number): Promise<IndexEntry> {
    return this.#entry(await this.#numberBefore(row));
  }

  async blocksOf(first: number, afterLast: number): Promise<Block[] | null> {
    if (this.recordsPerEntry === 1) return null;
    const from = await this.#numberBefore(first);
    const count = (await this.#numberBefore(afterLast - 1)) - from + 1;
    const bytes = Buffer.allocUnsafe((2 * count + 1) * entryBytes);
    await this.#readRecords(bytes, 2 * from);
    return Array.from({ length: count }, (_, at) => ({
      first: entryAt(bytes, 2 * at),
      sum: entryAt(bytes, 2 * at + 1).offset,
      next: entryAt(bytes, 2 * at + 2),
    }));
  }

  /** The number of the last entry at or before `row`. */
  async #numberBefore(row: number): Promise<number> {
    let low = 0;
    let high = this.entryCount - 1;
    let found = -1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if ((await this.#entry(middle)).row <= row) {
        found = middle;
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    if (found < 0) throw damaged(this.name, 'has a page index that does not begin at row 0');
    return found;
  }

  async #entry(number: number): Promise<IndexEntry> {
    const at = number * this.recordsPerEntry;
    const part = Math.floor(at / recordsPerRead);
    const bytes = this.#reads.get(part) ?? (await this.#read(part));
    return entryAt(bytes, at % recordsPerRead);
  }

  async #read(part: number): Promise<Buffer> {
    const first = part * recordsPerRead;
    const recordCount = (this.entryCount - 1) * this.recordsPerEntry + 1;
    const bytes = Buffer.allocUnsafe(Math.min(recordsPerRead, recordCount - first) * entryBytes);
    await this.#readRecords(bytes, first);
    this.#reads.set(part, bytes);
    return bytes;
  }

  async #readRecords(bytes: Buffer, first: number): Promise<void> {
    if ((await readAt(this.file, bytes, (first + 1) * entryBytes)) < bytes.length) {
      throw damaged(this.name, 'has a page index that ends early');
    }
  }
}

const entryAt = (bytes: Buffer, at: number): IndexEntry => ({
  row: Number(bytes.readBigUInt64LE(at * entryBytes)),
  offset: Number(bytes.readBigUInt64LE(at * entryBytes + 8)),
});
