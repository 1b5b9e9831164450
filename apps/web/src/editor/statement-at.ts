import type { TextRange } from '../results/error-position.js';

/**
 * Returns the statement at the cursor, split at `;` outside quotes and comments. The server splits by the
 * dialect of the connection; this split only selects the text to send.
 */
export function statementAt(text: string, cursor: number): TextRange {
  let from = 0;
  for (const end of separators(text)) {
    if (cursor <= end) return { from, to: end };
    from = end + 1;
  }
  return { from, to: text.length };
}

const quotesCommentsAndSeparators =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

function* separators(text: string): Generator<number> {
  for (const match of text.matchAll(quotesCommentsAndSeparators)) {
    if (match[0] === ';') yield match.index;
  }
}
