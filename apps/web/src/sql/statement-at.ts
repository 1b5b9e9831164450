import { statementsOf } from './statements.js';
import type { TextRange } from './text-range.js';

/** Matches what can separate statements. A text without it needs no splitter, which most first queries never load. */
const separator = /[;\\]|delimiter/i;

/**
 * Returns the range of the statement at an offset, split as the service splits it; null if the text has none. After its
 * end a statement is meant up to the end of the line, then the next one, or the last.
 */
export async function statementAt(
  text: string,
  offset: number,
  dialect: string | undefined,
): Promise<TextRange | null> {
  if (!separator.test(text)) {
    const from = text.search(/\S/);
    return from < 0 ? null : { from, to: text.trimEnd().length };
  }
  const statements = await statementsOf(text, dialect);
  const index = statements.findLastIndex(({ startOffset }) => startOffset <= offset);
  const before = statements[index];
  const isMeant = before !== undefined && !text.slice(before.endOffset, offset).includes('\n');
  const found = isMeant ? before : (statements[index + 1] ?? before);
  return found === undefined ? null : { from: found.startOffset, to: found.endOffset };
}
