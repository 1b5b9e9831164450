/** Input bytes with a DataView: the hot loops read four bytes at a time. */
export interface Source {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Wraps bytes. */
export const sourceOf = (bytes: Buffer): Source => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
});

/** A protocol message: `src[at, end)`. One object is reused for all rows of a statement. */
export interface Frame {
  src: Source;
  at: number;
  end: number;
}

/** An empty source. */
export const EMPTY_SOURCE = sourceOf(Buffer.alloc(0));
