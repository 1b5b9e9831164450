/** The part of an ordered list to read. */
export interface Slice {
  /** Maximum rows; undefined: all remaining rows. */
  take: number | undefined;
  /** Rows to skip. */
  skip: number;
}

/** A {@link Slice} with a maximum. */
export interface BoundedSlice extends Slice {
  take: number;
}
