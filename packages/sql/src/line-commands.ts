import type { Lexicon } from './lexicon.js';
import { code, isSpace } from './characters.js';
import { lineCommentEnd } from './skip.js';

/** Maximum length of a delimiter: it is compared at every token. The `mysql` client allows 15 characters. */
const MAX_DELIMITER_LENGTH = 16;

/** A command for the splitter: its end and the delimiter that it sets. */
export interface LineCommand {
  /** End of the command; for a line, before its line break. */
  end: number;
  delimiter: string;
}

/**
 * Reads the rest of a DELIMITER line after that word. As in the `mysql` client, the argument ends at white space and may
 * be quoted. A line without a valid argument is not a command (undefined): it is sent, and the database reports the
 * error.
 */
function readDelimiterLine(text: string, from: number): LineCommand | undefined {
  if (!isBlank(text.charCodeAt(from))) return undefined;
  const command = readDelimiter(text, from);
  // The end of the line is searched only when the line is consumed. Otherwise many invalid commands on one line would
  // each read the rest of it.
  return command && { ...command, end: lineCommentEnd(text, command.end, true) };
}

/**
 * Reads the argument of `\d` after that letter. As in the `mysql` client, no white space is needed before it, and the
 * line continues after it.
 */
export function readDelimiter(text: string, from: number): LineCommand | undefined {
  let start = from;
  while (isBlank(text.charCodeAt(start))) start += 1;
  const limit = Math.min(text.length, start + MAX_DELIMITER_LENGTH + 3);
  let end = start;
  while (end < limit && !isSpace(text.charCodeAt(end))) end += 1;
  const delimiter = unquoted(text.slice(start, end));
  const usable =
    delimiter.length > 0 && delimiter.length <= MAX_DELIMITER_LENGTH && !delimiter.includes('\\');
  return usable ? { end, delimiter } : undefined;
}

/** White space inside a line. */
function isBlank(c: number): boolean {
  return isSpace(c) && !isLineBreak(c);
}

function unquoted(argument: string): string {
  const quote = argument.charAt(0);
  const isQuoted = argument.length > 2 && `'"\``.includes(quote) && argument.at(-1) === quote;
  return isQuoted ? argument.slice(1, -1) : argument;
}

/**
 * The end of a separator line such as GO when the word from `start` to `end` is alone on its line, except for a repeat
 * count; -1 otherwise. The count is ignored: a text is run once.
 */
function separatorLineEnd(text: string, start: number, end: number): number {
  if (!isFirstOfLine(text, start)) return -1;
  for (let i = end; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (isLineBreak(c)) return i;
    if (!isSpace(c) && !(c >= 48 && c <= 57)) return -1;
  }
  return text.length;
}

/**
 * Reads the DELIMITER line or separator line that the word from `start` to `end` starts; undefined when it starts none.
 * `delimiter` is the new terminator.
 */
export function lineCommandAt(
  text: string,
  start: number,
  end: number,
  { delimiterCommand, separatorWord }: Lexicon,
  hasContent: boolean,
): { delimiter?: string; end: number } | undefined {
  if (delimiterCommand && !hasContent && isWord(text, start, end, 'DELIMITER')) {
    const line = readDelimiterLine(text, end);
    if (line !== undefined) return line;
  }
  if (separatorWord === null || !isWord(text, start, end, separatorWord)) return undefined;
  const lineEnd = separatorLineEnd(text, start, end);
  return lineEnd < 0 ? undefined : { end: lineEnd };
}

/**
 * The end of the line when the word from `start` to `end` is the given one, is the first of its line, has an argument
 * there, and no terminator follows on the line; undefined otherwise, and on the last line.
 */
export function lineStatementEnd(
  text: string,
  start: number,
  end: number,
  { word, terminator }: { word: string; terminator: string },
): number | undefined {
  if (!isWord(text, start, end, word) || !isFirstOfLine(text, start)) return undefined;
  let at = end;
  let hasArgument = false;
  for (; at < text.length && !isLineBreak(text.charCodeAt(at)); at += 1) {
    if (text.startsWith(terminator, at)) return undefined;
    hasArgument ||= !isSpace(text.charCodeAt(at));
  }
  return hasArgument && at < text.length ? at : undefined;
}

const isLineBreak = (c: number): boolean => c === code.lineFeed || c === code.carriageReturn;

function isFirstOfLine(text: string, start: number): boolean {
  for (let i = start - 1; i >= 0; i -= 1) {
    const c = text.charCodeAt(i);
    if (isLineBreak(c)) return true;
    if (!isSpace(c) && c !== code.byteOrderMark) return false;
  }
  return true;
}

const isWord = (text: string, start: number, end: number, word: string): boolean =>
  end - start === word.length && text.slice(start, end).toUpperCase() === word;
