/** Which rows of a list are read, in its order. */
export interface Slice {
  /** Undefined = all that are left. */
  take: number | undefined;
  skip: number;
}

/** A {@link Slice} of a list that is never read whole. */
export interface BoundedSlice extends Slice {
  take: number;
}
