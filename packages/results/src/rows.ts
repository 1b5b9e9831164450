/** Rows are joined by `,\n`. A result file contains no other line feed. */
export const lineFeed = 0x0a;

/** Bytes around and between rows. */
export const openArray = Buffer.from('[');
export const closeArray = Buffer.from(']');
export const separator = Buffer.from(',\n');
export const nothing = Buffer.alloc(0);

/** Offset in `bytes` of the row that is `count` rows after the first one; -1 when it does not start there. */
export const rowStart = (bytes: Buffer, count: number): number => {
  let start = 0;
  for (let row = 0; row < count; row += 1) {
    const at = bytes.indexOf(lineFeed, start);
    if (at < 0) return -1;
    start = at + 1;
  }
  return start;
};

/** Number of rows in a whole file. */
export const rowsIn = (file: Buffer): number => {
  if (file.length <= 2) return 0;
  let rows = 1;
  for (let at = file.indexOf(lineFeed); at >= 0; at = file.indexOf(lineFeed, at + 1)) rows += 1;
  return rows;
};
