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
