import { rowsOf } from './copy-data.js';
import { scanTokens } from './tokens.js';

/** A statement, and the rows that follow a COPY … FROM STDIN, as in a script of pg_dump. */
export interface CopyParts {
  /** The statement without its terminator and rows. */
  sql: string;
  /** The rows without their last line `\.`; absent when none follow. */
  rows?: string;
}

/** Separates a statement of PostgreSQL from the rows that follow it. */
export function copyParts(text: string): CopyParts {
  for (const { kind, startOffset, endOffset } of scanTokens(text, 'postgres')) {
    if (kind === 'data') {
      return { sql: text.slice(0, startOffset), rows: rowsOf(text.slice(startOffset, endOffset)) };
    }
  }
  return { sql: text };
}
