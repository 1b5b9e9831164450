import duckdb from '@duckdb/node-bindings';
import { sourceOf, type Source } from '@sluice/driver-kit/encode/source';

/** A DuckDB string: its length, then up to twelve bytes inline, or a prefix of four bytes and a pointer. */
const STRING_BYTES = 16;
const WORDS = STRING_BYTES / 4;
const INLINE_BYTES = 12;
const POINTER = 8;
const LENGTH_BYTES = 4;
/** Maximum size of a run, plus one string: a run is copied as a whole. */
const RUN_BYTES = 1024 * 1024;

/**
 * Reads the strings of a chunk. Each read behind a pointer is a native call that copies; adjacent strings,
 * which are the normal case, are copied together. Memory between two strings is never read.
 */
export class Strings {
  /** Each entry as four words: length, prefix, pointer (two words). */
  private readonly words: Uint32Array;
  private readonly buffer: ArrayBuffer;
  private readonly base: number;
  /** The run of each row's string, and the offset in it. */
  private readonly runOf: Int32Array;
  private readonly offsetOf: Float64Array;
  private readonly runs: Run[] = [];
  private readonly inline: Source;
  /** Size of the longest string in bytes. */
  readonly longest: number;

  constructor(vector: duckdb.Vector, rows: number, isValid: (row: number) => boolean) {
    const data = duckdb.vector_get_data(vector, rows * STRING_BYTES);
    this.buffer = data.buffer as ArrayBuffer;
    this.base = data.byteOffset;
    this.words = new Uint32Array(this.buffer, this.base, rows * WORDS);
    this.inline = sourceOf(Buffer.from(this.buffer, this.base, data.byteLength));
    this.runOf = new Int32Array(rows);
    this.offsetOf = new Float64Array(rows);
    let longest = 0;
    for (let row = 0; row < rows; row++) {
      if (!isValid(row)) continue;
      const length = this.length(row);
      if (length > longest) longest = length;
      if (length > INLINE_BYTES) this.join(row, length);
    }
    this.longest = longest;
  }

  /** Returns the size of a row's string in bytes; undefined for null. */
  length(row: number): number {
    return this.words[row * WORDS] as number;
  }

  /** Returns the bytes that contain a row's string. */
  source(row: number): Source {
    if (this.length(row) <= INLINE_BYTES) return this.inline;
    const run = this.runs[this.runOf[row] as number] as Run;
    run.source ??= this.copied(run);
    return run.source;
  }

  at(row: number): number {
    if (this.length(row) <= INLINE_BYTES) return row * STRING_BYTES + LENGTH_BYTES;
    const run = this.runs[this.runOf[row] as number] as Run;
    return (this.offsetOf[row] as number) - run.start;
  }

  private join(row: number, length: number): void {
    const at = row * WORDS + 2;
    const start = (this.words[at] as number) + (this.words[at + 1] as number) * 2 ** 32;
    const end = start + length;
    const open = this.runs.at(-1);
    const last = open && open.end - open.start < RUN_BYTES ? open : undefined;
    if (last?.end === start) last.end = end;
    else if (last?.start === end) {
      last.start = start;
      last.first = row;
    } else this.runs.push({ start, end, first: row, source: null });
    this.runOf[row] = this.runs.length - 1;
    this.offsetOf[row] = start;
  }

  private copied({ first, start, end }: Run): Source {
    const pointer = this.base + first * STRING_BYTES + POINTER;
    const bytes = duckdb.get_data_from_pointer(this.buffer, pointer, end - start);
    return sourceOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }
}

/** Adjacent strings. */
interface Run {
  /** Addresses of the first byte and of the end. */
  start: number;
  end: number;
  /** The row of the first string. */
  first: number;
  source: Source | null;
}
