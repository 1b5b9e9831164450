/** Line and column, both from 1. */
export interface Place {
  line: number;
  column: number;
}

/**
 * Where the `position`-th character (from 1, counted in code points as databases do) of `text` stands;
 * undefined when the text ends before it.
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
