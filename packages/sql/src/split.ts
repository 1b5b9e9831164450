import type { Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { scanPieces } from './pieces.js';

/** One statement of a text. */
export interface StatementPiece {
  /** The statement as written, trimmed, without its terminator: `source.slice(startOffset, endOffset)`. */
  text: string;
  /** Start in the source, in UTF-16 units. */
  startOffset: number;
  /** End (exclusive) in the source, in UTF-16 units. */
  endOffset: number;
}

/**
 * Cuts a text into the statements a database would see, in order. Pieces that hold only comments or
 * white space are left out; unterminated quotes and comments go to the end of the text as they are.
 * Never throws. With `limit` (a count) no more than that many are read, so that a caller with a
 * maximum asks for one more and need not hold millions.
 */
export function splitStatements(
  text: string,
  dialect: Dialect | Lexicon,
  limit = Number.POSITIVE_INFINITY,
): StatementPiece[] {
  const pieces: StatementPiece[] = [];
  if (limit <= 0) return pieces;
  for (const { kind, startOffset, endOffset } of scanPieces(text, dialect)) {
    if (kind !== 'statement') continue;
    pieces.push({ text: text.slice(startOffset, endOffset), startOffset, endOffset });
    if (pieces.length >= limit) break;
  }
  return pieces;
}
