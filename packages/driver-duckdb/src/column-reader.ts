import type { Output } from '@sluice/driver-kit/encode/output';

/** The values of a vector: a column of a chunk, or the parts of nested values. */
export interface ColumnReader {
  isValid(row: number): boolean;
  /** Bytes of a value that is not null, for columns whose values may be large. */
  bytes: ((row: number) => number) | null;
  /** Bytes of the longest value, where that is known without reading them all. */
  longest?: number;
  /** Writes a value that is not null. */
  write(o: Output, row: number, column: number): void;
}
