import type { Dialect } from './dialects.js';
import type { Lexicon } from './lexicon.js';
import { scanPieces } from './pieces.js';

/**
 * Whether a statement's text ends outside of quotes, comments, parentheses and bodies, so that an added line is not part
 * of any of them. A line comment at the end is allowed. The time is linear in the length of the text.
 */
export function endsInCode(text: string, dialect: Dialect | Lexicon): boolean {
  // A terminator on another line is recognized only if nothing before it is open.
  let last: { kind: string; startOffset: number } | undefined;
  for (const segment of scanPieces(`${text}\n;`, dialect)) last = segment;
  return last?.kind === 'terminator' && last.startOffset === text.length + 1;
}
