import { dialects, type Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { trimmedEnd, trimmedStart } from './pieces.js';
import type { OwnMark, Placeholder } from './placeholders.js';
import { Scanner } from './scan.js';

/** One statement of a text. */
export interface StatementPiece {
  /** The statement as written, trimmed, without its terminator: `source.slice(startOffset, endOffset)`. */
  text: string;
  /** Start in the source, in UTF-16 code units. */
  startOffset: number;
  /** End (exclusive) in the source, in UTF-16 code units. */
  endOffset: number;
  /** Placeholders in its code, in order; absent without any. Those in literals, quoted names and comments are text. */
  placeholders?: readonly Placeholder[];
  /** The first of the engine's own marks, such as `$1`, in a statement with placeholders; absent without any. */
  ownMark?: OwnMark;
}

/**
 * Splits a text into the statements that a database would see, in order. Pieces with only comments or white space are
 * left out. Unterminated quotes and comments extend to the end of the text. It never throws. It reads at most `limit`
 * statements, so a caller with a maximum asks for one more and never holds millions.
 */
export function splitStatements(
  text: string,
  dialect: Dialect | Lexicon,
  limit = Number.POSITIVE_INFINITY,
): StatementPiece[] {
  const pieces: StatementPiece[] = [];
  if (limit <= 0) return pieces;
  for (const piece of statements(text, dialect, Number.POSITIVE_INFINITY)) {
    if (piece !== null) pieces.push(piece);
    if (pieces.length >= limit) break;
  }
  return pieces;
}

/** Options of {@link splitInSlices}. */
export interface SliceOptions {
  /** See {@link splitStatements}. */
  limit: number;
  /** Called after each slice; the split continues when it resolves. */
  pause(): Promise<unknown>;
  /** Maximum tokens or pieces of a slice; default 20,000, which take about 5 ms. */
  stepsPerSlice?: number;
}

/** As {@link splitStatements}, in slices: a megabyte of `;` would block the event loop of a server for too long. */
export async function splitInSlices(
  text: string,
  dialect: Dialect | Lexicon,
  { limit, pause, stepsPerSlice = 20_000 }: SliceOptions,
): Promise<StatementPiece[]> {
  const pieces: StatementPiece[] = [];
  if (limit <= 0) return pieces;
  for (const piece of statements(text, dialect, stepsPerSlice)) {
    if (piece === null) await pause();
    else pieces.push(piece);
    if (pieces.length >= limit) break;
  }
  return pieces;
}

/** The statements of a text, with null after every `stepsPerSlice` tokens or pieces, where the caller may pause. */
function* statements(
  text: string,
  dialect: Dialect | Lexicon,
  stepsPerSlice: number,
): Generator<StatementPiece | null, void, undefined> {
  const scanner = new Scanner(text, typeof dialect === 'string' ? dialects[dialect] : dialect);
  for (let read = 1; ; read++) {
    scanner.skipEmptyPieces();
    scanner.beginPiece();
    let boundary = scanner.readOn(stepsPerSlice);
    for (; boundary === undefined; boundary = scanner.readOn(stepsPerSlice)) yield null;
    if (scanner.hasContent) {
      const startOffset = trimmedStart(text, scanner.pieceStart, scanner.boundaryStart);
      const endOffset = trimmedEnd(text, startOffset, scanner.boundaryStart);
      const piece = { text: text.slice(startOffset, endOffset), startOffset, endOffset };
      const bound = scanner.bindings.after(startOffset);
      yield bound === undefined ? piece : { ...piece, ...bound };
    }
    if (boundary === 'end') return;
    if (read % stepsPerSlice === 0) yield null;
  }
}
