const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Returns the JSON texts of the values of one row, exactly as stored. `row` is a JSON array. */
export function cellsOf(row: Buffer): string[] {
  const cells: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 1; at < row.length; at++) {
    switch (row[at] ?? 0) {
      case QUOTE:
        at = endOfString(row, at);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth++;
        break;
      case CLOSE_BRACE:
        depth--;
        break;
      case CLOSE_BRACKET:
        if (depth === 0) {
          if (at > 1) cells.push(row.toString('utf8', start, at));
          return cells;
        }
        depth--;
        break;
      case COMMA:
        if (depth === 0) {
          cells.push(row.toString('utf8', start, at));
          start = at + 1;
        }
        break;
      default:
    }
  }
  return cells;
}

/** Position of the quote that ends the string. */
function endOfString(row: Buffer, from: number): number {
  for (let at = from + 1; at < row.length; at++) {
    if (row[at] === BACKSLASH) at++;
    else if (row[at] === QUOTE) return at;
  }
  return row.length;
}
