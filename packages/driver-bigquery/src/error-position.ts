/** GoogleSQL counts columns with tabs of this width. */
const TAB = 8;

/**
 * Returns the character position (from 1) of an error from the end of its message: `… at [2:8]`, line and
 * column. Undefined if the message has none or the text is shorter.
 */
export function positionIn(message: string, sql: string): number | undefined {
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
    // The second character of CRLF belongs to no line.
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
