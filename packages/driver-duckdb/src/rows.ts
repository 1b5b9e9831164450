import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import { writeNull } from '@sluice/driver-kit/encode/null';
import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';
import type { RowWriter } from '@sluice/driver-kit/encode/rows';
import { MAX_BYTES_PER_UNIT } from '@sluice/driver-kit/encode/values';
import type { RowSize } from '@sluice/driver-kit/engine-host/row-sink';
import type { ColumnReader } from './column-reader.js';
import { readerOf } from './readers.js';

const COMMA = 0x2c;
/** Upper bound of the size of an uncounted value, with its comma. */
const PLAIN_BYTES = 64;
/** Rows up to this size are not measured one by one: every limit is higher. */
const SMALL_ROW_BYTES = 1024;

/** Encodes the rows of one chunk at a time; a row is its index in the chunk. */
export class DuckdbRowWriter implements RowWriter<number> {
  readonly columns: number;
  private readers: ColumnReader[] = [];
  private large: ColumnReader[] = [];
  /** All rows of the chunk are small enough to share one size. */
  private isSmall = false;
  private most = 0;
  private readonly size: RowSize = { row: 0, value: 0 };

  constructor(
    private readonly types: readonly DuckDBType[],
    private readonly mostValueBytes: number,
  ) {
    this.columns = types.length;
  }

  /** Sets the current chunk. */
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

  /** Returns the size of the last measured row: rows are processed one by one. */
  maxBytesOf(): number {
    return this.most;
  }

  /** Measures a row. */
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
    this.most = total * MAX_BYTES_PER_UNIT + this.columns * PLAIN_BYTES;
    this.size.row = total + this.columns * 8;
    this.size.value = longest;
  }

  write(o: JsonWriter, row: number): boolean {
    for (let column = 0; column < this.columns; column++) {
      const reader = this.readers[column] as ColumnReader;
      if (reader.isValid(row)) reader.write(o, row, column);
      else writeNull(o);
      o.bytes[o.pos++] = COMMA;
    }
    return true;
  }
}
