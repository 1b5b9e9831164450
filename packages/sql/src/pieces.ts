import { code, isSpace } from './characters.js';
import { dialects, type Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { Scanner } from './scan.js';

/**
 * A part of a text. `statement`: something to run, trimmed. `blank`: white space and comments that
 * belong to no statement. `terminator`: `;`, the delimiter in force, or a client's `\g`.
 * `command`: one for the splitter, such as `DELIMITER //`. Offsets are in UTF-16 units, the end exclusive.
 */
export interface Segment {
  kind: 'statement' | 'blank' | 'terminator' | 'command';
  startOffset: number;
  endOffset: number;
}

/**
 * Cuts a text into segments, in order and without gaps: joined, they are the text. None is empty.
 * Reads on only as segments are taken; never throws; time linear in the text's length. A lexicon
 * may stand in for a dialect's name.
 */
export function* scanPieces(
  text: string,
  dialect: Dialect | Lexicon,
): Generator<Segment, void, undefined> {
  const scanner = new Scanner(text, typeof dialect === 'string' ? dialects[dialect] : dialect);
  let start = 0;
  while (start < text.length) {
    const boundary = scanner.readPiece();
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

/** Where the text from `start` to `end` begins without white space and byte order mark. */
export function trimmedStart(text: string, start: number, end: number): number {
  let at = start;
  if (at === 0 && text.charCodeAt(0) === code.byteOrderMark) at = 1;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where the text from `start` to `end` ends without white space. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}
