import { code, isSpace } from './characters.js';
import { dialects, type Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { Scanner } from './scan.js';

/**
 * A part of a text. `statement`: something to run, trimmed. `blank`: white space and comments that
 * belong to no statement. `terminator`: `;` or the delimiter in force. `command`: a line for the
 * splitter, such as `DELIMITER //`. Offsets are in UTF-16 units, the end exclusive.
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
  for (const segment of scanSlices(text, dialect, Number.POSITIVE_INFINITY)) {
    if (segment !== null) yield segment;
  }
}

/** As {@link scanPieces}, and null after every `stepsPerSlice` tokens or pieces, where a caller may let others work. */
export function* scanSlices(
  text: string,
  dialect: Dialect | Lexicon,
  stepsPerSlice: number,
): Generator<Segment | null, void, undefined> {
  const scanner = new Scanner(text, typeof dialect === 'string' ? dialects[dialect] : dialect);
  let start = 0;
  let pieces = 0;
  while (start < text.length) {
    scanner.beginPiece();
    let boundary = scanner.readOn(stepsPerSlice);
    for (; boundary === undefined; boundary = scanner.readOn(stepsPerSlice)) yield null;
    pieces += 1;
    if (pieces % stepsPerSlice === 0) yield null;
    const end = scanner.boundaryStart;
    if (scanner.hasContent) {
      const from = trimmedStart(text, start, end);
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

function trimmedStart(text: string, start: number, end: number): number {
  let at = start;
  if (at === 0 && text.charCodeAt(0) === code.byteOrderMark) at = 1;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}
