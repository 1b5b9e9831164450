import { code, isSpace } from './characters.js';
import { dialects, type Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { Scanner } from './scan.js';

/**
 * A part of a text. `statement`: a trimmed statement. `blank`: white space and comments outside of statements.
 * `terminator`: `;`, the current delimiter, or a client's `\g`. `command`: a command for the splitter, such as
 * `DELIMITER //`. Offsets are in UTF-16 code units; the end is exclusive.
 */
export interface Segment {
  kind: 'statement' | 'blank' | 'terminator' | 'command';
  startOffset: number;
  endOffset: number;
}

/**
 * Splits a text into segments, in order and without gaps: joined, they are the text. No segment is empty. It reads only as
 * far as segments are taken, never throws, and its time is linear in the length of the text. A lexicon may replace the
 * name of a dialect.
 */
export function* scanPieces(
  text: string,
  dialect: Dialect | Lexicon,
): Generator<Segment, void, undefined> {
  const scanner = new Scanner(text, typeof dialect === 'string' ? dialects[dialect] : dialect);
  let start = 0;
  while (start < text.length) {
    scanner.beginPiece();
    const boundary = scanner.readOn(Number.POSITIVE_INFINITY) ?? 'end';
    const end = scanner.boundaryStart;
    if (scanner.hasContent) {
      const from = trimmedStart(text, scanner.pieceStart, end);
      const to = trimmedEnd(text, from, end);
      if (from > start) yield { kind: 'blank', startOffset: start, endOffset: from };
      yield { kind: 'statement', startOffset: from, endOffset: to };
      if (end > to) yield { kind: 'blank', startOffset: to, endOffset: end };
    } else if (end > start) {
      yield { kind: 'blank', startOffset: start, endOffset: end };
    }
    if (boundary === 'end') return;
    start = scanner.position;
    yield { kind: boundary, startOffset: end, endOffset: start };
  }
}

/** Start of the text from `start` to `end` without white space and byte order mark. */
export function trimmedStart(text: string, start: number, end: number): number {
  let at = start;
  if (at === 0 && text.charCodeAt(0) === code.byteOrderMark) at = 1;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** End of the text from `start` to `end` without white space. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}
