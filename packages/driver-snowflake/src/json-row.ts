import type { Source } from '@sluice/driver-kit/encode/source';

/** One unparsed row: the positions of its values in `src`. */
export interface JsonRow {
  src: Source;
  /** Size of the row in bytes. */
  bytes: number;
  /** Start of each value. */
  from: Int32Array;
  /** End of each value. */
  to: Int32Array;
  /** {@link Mark} of each value. */
  marks: Uint8Array;
}

/** How a value is written in JSON. */
export const Mark = { plain: 0, escaped: 1, null: 2 } as const;
