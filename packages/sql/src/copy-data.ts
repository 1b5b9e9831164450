import { code, isSpace } from './characters.js';

const copyFromClient = /\sfrom\s+stdin\b/i;

/** Finds the rows that follow COPY … FROM STDIN in a script, as pg_dump writes them. */
export class CopyData {
  /** No line of the rest of the text ends rows. Without it, many COPY statements would each search the rest. */
  #hasNoEnd = false;

  /**
   * Returns the end of the rows after the terminator at `at`, with their last line `\.`; undefined when the statement
   * whose first word starts at `start` is no COPY from the client, or no such line follows.
   */
  endAfter(text: string, start: number, at: number): number | undefined {
    if (
      this.#hasNoEnd ||
      text
        .slice(start, start + 5)
        .trim()
        .toUpperCase() !== 'COPY'
    )
      return undefined;
    if (!copyFromClient.test(text.slice(start, at))) return undefined;
    const rows = nextLine(text, at + 1);
    if (rows === undefined) return undefined;
    const end = endOfRows(text, rows);
    this.#hasNoEnd = end === undefined;
    return end;
  }
}

/** The rows between the terminator and the last line `\.`, in the text of one statement. */
export function rowsOf(data: string): string {
  const start = nextLine(data, 1) ?? data.length;
  return data.slice(start, data.lastIndexOf('\\.'));
}

/** The start of the next line when only white space precedes it. */
function nextLine(text: string, from: number): number | undefined {
  for (let at = from; at < text.length && isSpace(text.charCodeAt(at)); at += 1) {
    if (text.charCodeAt(at) === code.lineFeed) return at + 1;
  }
  return undefined;
}

function endOfRows(text: string, from: number): number | undefined {
  for (let at = text.indexOf('\\.', from); at >= 0; at = text.indexOf('\\.', at + 2)) {
    const next = text.charAt(at + 2);
    const isLine = (at === from || text.charAt(at - 1) === '\n') && /^[\r\n]?$/.test(next);
    if (isLine) return at + 2;
  }
  return undefined;
}
