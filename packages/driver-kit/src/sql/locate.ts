/** Line and column, both from 1. */
export interface Place {
  line: number;
  column: number;
}

/**
 * Returns the line and column of a character position (from 1, in code points as databases count); undefined
 * beyond the end of the text.
 */
export function locate(text: string, position: number): Place | undefined {
  let line = 1;
  let column = 1;
  let count = 1;
  for (const character of text) {
    if (count === position) return { line, column };
    count++;
    if (character === '\n') {
      line++;
      column = 1;
    } else column++;
  }
  return count === position ? { line, column } : undefined;
}
