import { crc32 } from 'node:zlib';
import { damaged } from './errors.js';
import { readAt, type ReadableFile } from './file-system.js';
import { blockBytes, blockSum, endOf, type Block } from './page-index.js';
import { openArray, separator } from './rows.js';

/** A whole small file, compared with its checksum when that is known. @throws {ResultsError} `results_damaged` */
export const checkedBytes = (bytes: Buffer, name: string, expected: number | undefined): Buffer => {
  if (expected === undefined || crc32(bytes) === expected) return bytes;
  throw damaged(name, 'has another checksum than was written');
};

/** Longer blocks (one long row) are not held: they are read twice, first for their checksum. */
const MAX_HELD_BYTES = 4 * blockBytes;

/**
 * A data file that returns only rows whose block has the checksum of the page index. Each block is read as a whole,
 * once for all reads in it. Bytes between blocks are known and not read. `npm run bench -- paging` measures the cost of
 * a page.
 */
export class CheckedFile implements ReadableFile {
  /** The first and the last block of a page are searched before the page is read. */
  #held: { block: Block; bytes: Buffer }[] = [];
  #maxHeld = 2;
  /** The long block whose checksum was verified. */
  #checked: Block | null = null;

  /** `blocks` must contain all rows that will be read. */
  constructor(
    private readonly file: ReadableFile,
    private readonly name: string,
    private readonly blocks: readonly Block[],
  ) {}

  async willRead(start: number, end: number): Promise<void> {
    // From now on the blocks are read in order. A stalled reader must hold little memory.
    this.#maxHeld = 1;
    this.#held = this.#held.slice(-1);
    const first = this.#blockAt(start);
    const last = this.#blockAt(end - 1);
    await this.file.willRead?.(first.first.offset, endOf(last));
  }

  async read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }> {
    const block = this.#blockAt(position);
    const { first } = block;
    if (position < first.offset) {
      const before = first.row === 0 ? openArray : separator;
      const known = before.subarray(before.length - (first.offset - position));
      const bytes = known.subarray(0, length);
      buffer.set(bytes, offset);
      return { bytesRead: bytes.length };
    }
    const wanted = Math.min(length, endOf(block) - position);
    if (wanted <= 0) return { bytesRead: 0 };
    if (endOf(block) - first.offset > MAX_HELD_BYTES) {
      await this.#check(block);
      return this.file.read(buffer, offset, wanted, position);
    }
    const from = position - first.offset;
    const bytes = await this.#bytesOf(block);
    buffer.set(bytes.subarray(from, from + wanted), offset);
    return { bytesRead: wanted };
  }

  close(): Promise<void> {
    this.#held = [];
    return this.file.close();
  }

  /** The block that contains a byte, or the one after it. */
  #blockAt(position: number): Block {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.blocks[middle];
      if (block !== undefined && position >= endOf(block)) low = middle + 1;
      else high = middle;
    }
    const found = this.blocks[low];
    if (found === undefined) throw damaged(this.name, 'has a page index without blocks');
    return found;
  }

  async #bytesOf(block: Block): Promise<Buffer> {
    const held = this.#held.find((each) => each.block === block);
    if (held !== undefined) return held.bytes;
    if (this.#held.length >= this.#maxHeld) this.#held.shift();
    const length = endOf(block) - block.first.offset;
    const isLast = block === this.blocks.at(-1);
    // Includes the separator, so that reads of consecutive blocks have no gap.
    const bytes = Buffer.allocUnsafeSlow(isLast ? length : length + separator.length);
    await this.#fill(bytes, block.first.offset);
    const rows = bytes.subarray(0, length);
    this.#require(block, crc32(rows));
    this.#held.push({ block, bytes: rows });
    return rows;
  }

  async #check(block: Block): Promise<void> {
    if (this.#checked === block) return;
    const part = Buffer.allocUnsafeSlow(blockBytes);
    const end = endOf(block);
    let sum = 0;
    for (let at = block.first.offset; at < end; at += part.length) {
      const bytes = part.subarray(0, end - at);
      await this.#fill(bytes, at);
      sum = crc32(bytes, sum);
    }
    this.#require(block, sum);
    this.#checked = block;
  }

  async #fill(bytes: Buffer, position: number): Promise<void> {
    if ((await readAt(this.file, bytes, position)) < bytes.length) {
      throw damaged(this.name, `ends before byte ${position + bytes.length}`);
    }
  }

  #require(block: Block, rowsCrc32: number): void {
    const { first, next, sum } = block;
    if (blockSum(rowsCrc32, first, next) === sum) return;
    throw damaged(
      this.name,
      `has another checksum than was written for rows ${first.row} to ${next.row - 1}`,
    );
  }
}
