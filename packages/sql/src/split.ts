import { dialects, type Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { trimmedEnd, trimmedStart } from './pieces.js';
import { Scanner } from './scan.js';

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
  const scanner = new Scanner(text, typeof dialect === 'string' ? dialects[dialect] : dialect);
  for (let boundary = ''; boundary !== 'end' && pieces.length < limit;) {
    scanner.skipEmptyPieces();
    boundary = scanner.readPiece();
    if (!scanner.hasContent) continue;
    const startOffset = trimmedStart(text, scanner.pieceStart, scanner.boundaryStart);
    const endOffset = trimmedEnd(text, startOffset, scanner.boundaryStart);
    pieces.push({ text: text.slice(startOffset, endOffset), startOffset, endOffset });
  }
  return pieces;
}
