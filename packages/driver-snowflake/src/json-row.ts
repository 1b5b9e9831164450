import type { Source } from '@sluice/driver-kit/encode/source';

/** One row as it came: where in `src` the text of each value stands. */
export interface JsonRow {
  src: Source;
  /** Bytes of the row. */
  bytes: number;
  /** First byte of each value. */
  from: Int32Array;
  /** Byte behind each value. */
  to: Int32Array;
  /** {@link Mark} of each value. */
  marks: Uint8Array;
}

/** What a value is, as it stands in JSON. */
export const Mark = { plain: 0, escaped: 1, null: 2 } as const;
