import type { JsonWriter } from '@sluice/driver-kit/encode/json-writer';

/** Reads the values of a vector: a column of a chunk, or parts of nested values. */
export interface ColumnReader {
  isValid(row: number): boolean;
  /** Size of a non-null value in bytes, for columns whose values can be large. */
  bytes: ((row: number) => number) | null;
  /** Size of the longest value in bytes, if known without reading all values. */
  longest?: number;
  /** Writes a non-null value. */
  write(o: JsonWriter, row: number, column: number): void;
}
