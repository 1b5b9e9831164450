import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { Output } from '@sluice/driver-kit/encode/output';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import { MOST_BYTES_PER_UNIT } from '@sluice/driver-kit/encode/values';
import type { RowSize } from '@sluice/driver-kit/engine-host/row-sink';
import type { ColumnReader } from './column-reader.js';
import { readerOf } from './readers.js';

const COMMA = 0x2c;
/** More than any value takes whose bytes are not counted, with its comma. */
const PLAIN_BYTES = 64;
/** Rows of a chunk whose longest values together have no more are not counted one by one: no limit is so low. */
const SMALL_ROW_BYTES = 1024;

/** Writes the rows of one chunk after the other; a row is its place in the chunk. */
export class DuckdbRowWriter implements RowWriter<number> {
  readonly columns: number;
  private readers: ColumnReader[] = [];
  private large: ColumnReader[] = [];
  /** All rows of the chunk are so small that one size stands for each. */
  private isSmall = false;
  private most = 0;
  private readonly size: RowSize = { row: 0, value: 0 };

  constructor(
    private readonly types: readonly DuckDBType[],
    private readonly mostValueBytes: number,
  ) {
    this.columns = types.length;
  }

  /** Rows are of this chunk from now on. */
  begin(chunk: DuckDBDataChunk): void {
    this.readers = this.types.map((type, column) =>
      readerOf(chunk, column, type, this.mostValueBytes),
    );
    this.large = this.readers.filter(({ bytes }) => bytes !== null);
    let longest = 0;
    for (const reader of this.large) longest += reader.longest ?? Number.POSITIVE_INFINITY;
    this.isSmall = longest + this.columns * 8 <= SMALL_ROW_BYTES;
    if (this.isSmall) this.note(longest, longest);
  }

  /** Of the row that was measured last: the rows come one by one. */
  mostBytes(): number {
    return this.most;
  }

  /** Counts a row's bytes. */
  measure(row: number): RowSize {
    if (this.isSmall) return this.size;
    let total = 0;
    let longest = 0;
    for (const { isValid, bytes } of this.large) {
      const length = bytes && isValid(row) ? bytes(row) : 0;
      total += length;
      if (length > longest) longest = length;
    }
    this.note(total, longest);
    return this.size;
  }

  private note(total: number, longest: number): void {
    this.most = total * MOST_BYTES_PER_UNIT + this.columns * PLAIN_BYTES;
    this.size.row = total + this.columns * 8;
    this.size.value = longest;
  }

  write(o: Output, row: number): boolean {
    for (let column = 0; column < this.columns; column++) {
      const reader = this.readers[column] as ColumnReader;
      if (reader.isValid(row)) reader.write(o, row, column);
      else writeNull(o);
      o.bytes[o.pos++] = COMMA;
    }
    return true;
  }
}
