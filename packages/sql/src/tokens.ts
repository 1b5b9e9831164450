import { dialects, type Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { Scanner } from './scan.js';
import type { TokenKind } from './token-kind.js';

/** A token, or a boundary between statements. Offsets are in UTF-16 code units; the end is exclusive. */
export interface Token {
  kind: TokenKind | 'terminator' | 'command';
  startOffset: number;
  endOffset: number;
}

/**
 * Reads the tokens of a text, in order and without gaps: joined, they are the text. White space has one token for each
 * character. It reads only as far as tokens are taken, never throws, and its time is linear in the length of the text.
 */
export function* scanTokens(
  text: string,
  dialect: Dialect | Lexicon,
): Generator<Token, void, undefined> {
  const scanner = new Scanner(text, typeof dialect === 'string' ? dialects[dialect] : dialect);
  if (scanner.position > 0) yield { kind: 'space', startOffset: 0, endOffset: scanner.position };
  while (scanner.position < text.length) {
    scanner.beginPiece();
    for (;;) {
      const startOffset = scanner.position;
      const boundary = scanner.readOn(1);
      const { position: endOffset, boundaryStart } = scanner;
      if (boundary === 'end' || boundary === undefined) {
        if (endOffset > startOffset) yield { kind: scanner.token, startOffset, endOffset };
        if (boundary === 'end') return;
      } else {
        if (boundaryStart > startOffset) {
          yield { kind: scanner.token, startOffset, endOffset: boundaryStart };
        }
        yield { kind: boundary, startOffset: boundaryStart, endOffset };
        break;
      }
    }
  }
}
