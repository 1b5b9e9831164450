/** Bytes to be read, with a view on them: the hot loops read four bytes at a time. */
export interface Source {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Wraps bytes. */
export const sourceOf = (bytes: Buffer): Source => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
});

/** A message of the wire: `src[at, end)`. One object serves all rows of a statement. */
export interface Frame {
  src: Source;
  at: number;
  end: number;
}

/** No bytes. */
export const NOTHING = sourceOf(Buffer.alloc(0));
