/** A position in a text. Both numbers count from 1; columns count code points. */
export interface Place {
  line: number;
  column: number;
}

/**
 * Finds the line and column of a position reported by a database, in code points from 1. LF, CR and CRLF end a line. A
 * position outside the text returns the nearest one.
 */
export function locate(text: string, position: number): Place {
  let line = 1;
  let column = 1;
  let at = 0;
  for (let character = 1; character < position && at < text.length; character += 1) {
    const c = text.codePointAt(at) ?? 0;
    at += c > 0xffff ? 2 : 1;
    if (c === 10 || (c === 13 && text.charCodeAt(at) !== 10)) {
      line += 1;
      column = 1;
    } else {
      column += 1;
    }
  }
  return { line, column };
}
