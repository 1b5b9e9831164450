import { code, isSpace } from './characters.js';
import { lineCommentEnd } from './skip.js';

/** Longest accepted delimiter, in UTF-16 units: it is compared at every token. The `mysql` client has 15. */
const maxDelimiterLength = 16;

/** A command for the splitter itself: where it ends, and the delimiter it sets. */
export interface LineCommand {
  /** Where the command ends: a line's, before the line break. */
  end: number;
  delimiter: string;
}

/**
 * Reads the rest of a DELIMITER line from after that word. As in the `mysql` client the argument
 * ends at white space and may be quoted. A line with no usable argument is no command (undefined):
 * it goes to the database, whose error says so.
 */
export function readDelimiterLine(text: string, from: number): LineCommand | undefined {
  if (!isBlank(text.charCodeAt(from))) return undefined;
  const command = readDelimiter(text, from);
  // The line's end is sought only when the line is consumed: many refused commands on one line would
  // otherwise each read all the rest of it.
  return command && { ...command, end: lineCommentEnd(text, command.end, true) };
}

/**
 * Reads the argument of `\d` from after that letter. As in the `mysql` client no white space need
 * stand before it, and the line goes on behind it.
 */
export function readDelimiter(text: string, from: number): LineCommand | undefined {
  let start = from;
  while (isBlank(text.charCodeAt(start))) start += 1;
  const limit = Math.min(text.length, start + maxDelimiterLength + 3);
  let end = start;
  while (end < limit && !isSpace(text.charCodeAt(end))) end += 1;
  const delimiter = unquoted(text.slice(start, end));
  const usable =
    delimiter.length > 0 && delimiter.length <= maxDelimiterLength && !delimiter.includes('\\');
  return usable ? { end, delimiter } : undefined;
}

/** White space inside a line. */
function isBlank(c: number): boolean {
  return isSpace(c) && c !== code.lineFeed && c !== code.carriageReturn;
}

function unquoted(argument: string): string {
  const quote = argument.charAt(0);
  const isQuoted = argument.length > 2 && `'"\``.includes(quote) && argument.at(-1) === quote;
  return isQuoted ? argument.slice(1, -1) : argument;
}

/**
 * Where a separator line such as GO ends when the word from `start` to `end` is alone on its line
 * but for a repeat count; -1 otherwise. The count is not obeyed: a text is run once.
 */
export function separatorLineEnd(text: string, start: number, end: number): number {
  for (let i = start - 1; i >= 0; i -= 1) {
    const c = text.charCodeAt(i);
    if (c === code.lineFeed || c === code.carriageReturn) break;
    if (!isSpace(c) && c !== code.byteOrderMark) return -1;
  }
  for (let i = end; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === code.lineFeed || c === code.carriageReturn) return i;
    if (!isSpace(c) && !(c >= 48 && c <= 57)) return -1;
  }
  return text.length;
}
