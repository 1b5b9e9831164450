/**
 * A placeholder for a bound value: `{{name}}`, or `{{user.data.name}}` for a value of the user. Offsets are in UTF-16 code
 * units, from the start of the statement; the end is exclusive.
 */
export interface Placeholder {
  name: string;
  startOffset: number;
  endOffset: number;
  /** It stands inside parentheses, where a list can be bound. */
  inParentheses: boolean;
}

/** Bounded in every part, so that a text of braces is read in linear time. */
const placeholder =
  /\{\{[ \t]{0,8}([A-Za-z_][A-Za-z0-9_]{0,127}(?:\.[A-Za-z0-9_-]{1,128}){0,4})[ \t]{0,8}\}\}/y;

/** Reads the name and end of the placeholder that starts at `at`; undefined when none does. */
export function placeholderAt(text: string, at: number): { name: string; end: number } | undefined {
  placeholder.lastIndex = at;
  const [all, name] = placeholder.exec(text) ?? [];
  return all === undefined || name === undefined ? undefined : { name, end: at + all.length };
}
