/** Columns are counted as on a screen: GoogleSQL's own width of a tab. */
const TAB = 8;

/**
 * The character (from 1) that an error is about, out of the end of its message: `… at [2:8]`, line and
 * column. Undefined where the message has none, or the text has no such place.
 */
export function placeIn(message: string, sql: string): number | undefined {
  const [, line, column] = /\bat \[(\d{1,9}):(\d{1,9})\]/.exec(message) ?? [];
  if (line === undefined || column === undefined) return undefined;
  return positionOf(sql, Number(line), Number(column));
}

function positionOf(sql: string, line: number, column: number): number | undefined {
  let atLine = 1;
  let atColumn = 1;
  let position = 1;
  let last = '';
  for (const character of sql) {
    // The second half of a line break belongs to no line.
    const isSecondHalf = character === '\n' && last === '\r';
    if (!isSecondHalf && atLine === line && atColumn >= column) return position;
    if (isSecondHalf) atColumn = 1;
    else if (character === '\n' || character === '\r') {
      if (atLine === line) return position;
      atLine++;
      atColumn = 1;
    } else if (character === '\t') atColumn += TAB - ((atColumn - 1) % TAB);
    else atColumn++;
    last = character;
    position++;
  }
  return atLine === line ? position : undefined;
}
