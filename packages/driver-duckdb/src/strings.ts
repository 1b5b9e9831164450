import duckdb from '@duckdb/node-bindings';
import { sourceOf, type Source } from '@sluice/driver-kit/encode/source';

/** A string of DuckDB: its length, then up to twelve bytes of it, or four and a pointer to all. */
const STRING_BYTES = 16;
const WORDS = STRING_BYTES / 4;
const INLINE_BYTES = 12;
const POINTER = 8;
const LENGTH_BYTES = 4;
/** A run is not made longer than this and one string more: it is copied whole. */
const RUN_BYTES = 1024 * 1024;

/**
 * The bytes of a chunk's strings. Each look behind a pointer is a call that copies; strings that lie side
 * by side, as they do nearly always, are copied together. Nothing between two strings is ever read.
 */
export class Strings {
  /** Each entry as four words: the first is the length, the last two are the pointer. */
  private readonly words: Uint32Array;
  private readonly buffer: ArrayBuffer;
  private readonly base: number;
  /** The run that holds a row's string, and where. */
  private readonly runOf: Int32Array;
  private readonly offsetOf: Float64Array;
  private readonly runs: Run[] = [];
  private readonly inline: Source;
  /** Bytes of the longest string. */
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

  /** Bytes of a row's string; of a null it means nothing. */
  length(row: number): number {
    return this.words[row * WORDS] as number;
  }

  /** The bytes that hold a row's string, and where it begins in them. */
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

/** Strings that lie side by side. */
interface Run {
  /** Address of the first byte, and that behind the last. */
  start: number;
  end: number;
  /** The row whose string lies first. */
  first: number;
  source: Source | null;
}
