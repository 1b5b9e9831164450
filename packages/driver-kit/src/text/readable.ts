/** Maximum length of a message, a detail, a hint or a notice, in UTF-16 code units. */
export const MAX_MESSAGE_CHARS = 8192;
/** Maximum length of a name. PostgreSQL has 63 bytes; DuckDB and SQLite name a column by its expression. */
export const MAX_NAME_CHARS = 1024;

const CUT_MARK = ' … [cut]';

/**
 * Returns a text of a server in a form that PostgreSQL can store as text and as JSON: U+0000 becomes its symbol U+2400, a
 * surrogate without its pair becomes U+FFFD, and what exceeds `maxChars` is replaced by a mark.
 */
export function readable(text: string, maxChars: number): string {
  const kept = text.length > maxChars ? cut(text, maxChars) : text;
  return (kept.includes('\0') ? kept.replaceAll('\0', '\u2400') : kept).toWellFormed();
}

function cut(text: string, maxChars: number): string {
  // A text that was cut before is not cut again.
  if (text.length <= maxChars + CUT_MARK.length && text.endsWith(CUT_MARK)) return text;
  return text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '') + CUT_MARK;
}
