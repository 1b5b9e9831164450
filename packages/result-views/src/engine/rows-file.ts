import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { ViewFailure } from './view-failure.js';

const READ_BYTES = 1024 * 1024;
/** Rows between two stored offsets: 16 bytes for each 32 rows keep 100,000,000 rows in 50 MB. */
const BLOCK_ROWS = 32;
/** Blocks of longer rows end earlier, because a block is read as a whole. */
const BLOCK_BYTES = 64 * 1024;
/** Rows that are searched at a time: larger parts leave the cache of the processor. */
const PART_BYTES = 96 * 1024;
/** Bytes of one page. A page of longer rows has fewer of them. */
const PAGE_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** Bytes between rows, and before the first: `,\n` and `[`. */
const SEPARATOR_BYTES = 2;

/** The file of a result: its size and contents as the metadata database knows them. */
export interface StoredFile {
  path: string;
  bytes: number;
  rowCount: number;
  /** CRC-32 of the whole file; null if unknown. */
  crc32: number | null;
}

interface Block {
  row: number;
  start: number;
}

/** Rows that follow each other, as stored. */
export interface RowsPart {
  /** Number of the first row. */
  row: number;
  /** The rows with their separators. */
  bytes: Buffer;
}

/**
 * Reads rows of a result file at any position. Row n starts after the n-th line feed, because JSON escapes
 * line feeds in rows (decision 2).
 */
export class RowsFile {
  /** Bytes of the longest row with its separator. */
  longestRow = 0;
  /** First row and first byte of each block. */
  private readonly blocks: Block[] = [{ row: 0, start: 1 }];

  private constructor(
    private readonly file: FileHandle,
    private readonly stored: StoredFile,
  ) {}

  /** Opens the file and compares its size. @throws ViewFailure `missing` or `damaged` */
  static async open(stored: StoredFile): Promise<RowsFile> {
    const file = await open(stored.path, 'r');
    const { size } = await file.stat();
    if (size === stored.bytes) return new RowsFile(file, stored);
    await file.close();
    throw new ViewFailure('damaged', `has ${String(size)} bytes, not ${String(stored.bytes)}`);
  }

  /** Reads the file once: verifies its checksum and remembers where rows start. @throws ViewFailure `damaged` */
  async scan(): Promise<void> {
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    let sum = 0;
    let rows = 1;
    let lastStart = 1;
    let block: Block = { row: 0, start: 1 };
    for (let position = 0; position < this.stored.bytes;) {
      const { bytesRead } = await this.file.read(buffer, 0, READ_BYTES, position);
      if (bytesRead === 0) throw new ViewFailure('damaged', 'ends too early');
      const part = buffer.subarray(0, bytesRead);
      sum = crc32(part, sum);
      for (let at = part.indexOf(LINE_FEED); at >= 0; at = part.indexOf(LINE_FEED, at + 1)) {
        const start = position + at + 1;
        if (start - lastStart > this.longestRow) this.longestRow = start - lastStart;
        lastStart = start;
        if (rows - block.row >= BLOCK_ROWS || start - block.start >= BLOCK_BYTES) {
          block = { row: rows, start };
          this.blocks.push(block);
        }
        rows++;
      }
      position += bytesRead;
    }
    this.longestRow = Math.max(this.longestRow, this.stored.bytes - lastStart);
    if (this.stored.crc32 !== null && sum !== this.stored.crc32) {
      throw new ViewFailure('damaged', 'does not match its checksum');
    }
    if (rows !== this.stored.rowCount) {
      throw new ViewFailure(
        'damaged',
        `has ${String(rows)} rows, not ${String(this.stored.rowCount)}`,
      );
    }
  }

  /** The first row, before {@link scan} has found the others. */
  async firstRow(): Promise<Buffer> {
    const end = this.stored.rowCount === 1 ? this.stored.bytes - 1 : await this.firstLineFeed();
    return this.read(1, end);
  }

  /** Returns rows by their numbers, as JSON arrays; fewer when they exceed the size of a page. */
  async rows(numbers: readonly number[]): Promise<Buffer[]> {
    const rows: Buffer[] = [];
    let total = 0;
    let last = -1;
    let bytes: Buffer = NO_BYTES;
    for (const number of numbers) {
      const index = this.blockOf(number);
      if (index !== last) bytes = await this.readBlock(index);
      last = index;
      const row = rowAt(bytes, number - (this.blocks[index]?.row ?? 0));
      total += row.length;
      if (total > PAGE_BYTES && rows.length > 0) break;
      rows.push(row);
    }
    return rows;
  }

  /** Returns all rows in stored order. The next part is read while one is searched. */
  async *parts(): AsyncGenerator<RowsPart> {
    let following = this.readPart(0);
    for (let index = 0; index < this.blocks.length;) {
      const { part, next } = await following;
      following = next < this.blocks.length ? this.readPart(next) : following;
      // The reader may end before it asks for a part that cannot be read.
      following.catch(() => undefined);
      yield part;
      index = next;
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** The last block that starts at or before a row. */
  private blockOf(row: number): number {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.blocks[middle]?.row ?? Infinity) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private async readPart(index: number): Promise<{ part: RowsPart; next: number }> {
    const { row, start } = this.blocks[index] ?? { row: 0, start: 1 };
    let next = index + 1;
    while (next < this.blocks.length && (this.blocks[next]?.start ?? 0) - start < PART_BYTES)
      next++;
    const end = this.blocks[next]?.start;
    const bytes = await this.read(
      start,
      end === undefined ? this.stored.bytes - 1 : end - SEPARATOR_BYTES,
    );
    return { part: { row, bytes }, next };
  }

  /** The rows of a block, joined as stored. */
  private readBlock(index: number): Promise<Buffer> {
    const start = this.blocks[index]?.start ?? 1;
    const next = this.blocks[index + 1]?.start;
    return this.read(start, next === undefined ? this.stored.bytes - 1 : next - SEPARATOR_BYTES);
  }

  private async firstLineFeed(): Promise<number> {
    const buffer = Buffer.allocUnsafe(64 * 1024);
    for (let position = 0; position < this.stored.bytes;) {
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, position);
      const at = buffer.subarray(0, bytesRead).indexOf(LINE_FEED);
      if (at >= 0) return position + at - 1;
      if (bytesRead === 0) break;
      position += bytesRead;
    }
    throw new ViewFailure('damaged', 'has fewer rows than stored');
  }

  private async read(start: number, end: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
    for (let got = 0; got < bytes.length;) {
      const { bytesRead } = await this.file.read(bytes, got, bytes.length - got, start + got);
      if (bytesRead === 0) throw new ViewFailure('damaged', 'ends too early');
      got += bytesRead;
    }
    return bytes;
  }
}

const NO_BYTES: Buffer = Buffer.alloc(0);

/** The row with this position in a block. */
function rowAt(block: Buffer, position: number): Buffer {
  let start = 0;
  for (let row = 0; row < position; row++) start = block.indexOf(LINE_FEED, start) + 1;
  const end = block.indexOf(LINE_FEED, start);
  return block.subarray(start, end < 0 ? block.length : end - 1);
}
