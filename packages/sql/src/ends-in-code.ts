import type { Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { scanPieces } from './pieces.js';

/**
 * Whether a statement's text ends outside of quotes, comments, parentheses and bodies, so that what is
 * added on a further line is no part of any of them. A comment up to the end of its line is no
 * obstacle. Time linear in the text's length.
 */
export function endsInCode(text: string, dialect: Dialect | Lexicon): boolean {
  // A terminator on a further line is seen as one only if nothing before it is open.
  let last: { kind: string; startOffset: number } | undefined;
  for (const segment of scanPieces(`${text}\n;`, dialect)) last = segment;
  return last?.kind === 'terminator' && last.startOffset === text.length + 1;
}
