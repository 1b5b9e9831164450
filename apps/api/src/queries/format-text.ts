import { lexemesOf, scanPieces, splitStatements, type Dialect, type Lexeme } from '@sluice/sql';

/** Formats a text of a dialect; throws where it cannot read it. */
export type FormatStatement = (text: string, dialect: Dialect) => string;

/** Syntax of a dialect that the library can read. */
export interface FormatterSupport {
  /** Operators of several characters. */
  operators: ReadonlySet<string>;
  /** `{` and `}` are symbols. */
  hasBraces: boolean;
}

/** The text has a part that the formatter cannot read. */
export class FormatError extends Error {
  override readonly name = 'FormatError';

  constructor(
    message: string,
    /** Offset of the formatted part in the text, from which the message's position counts. */
    readonly startOffset: number,
    override readonly cause: unknown,
  ) {
    super(message);
  }
}

/**
 * Returns the text with other white space. Each lexeme is that of the original: the library sees stand-ins of the same
 * length for literals, paths and operators, some of which it would split or not read. Scripts with commands of a client
 * are formatted by statement, and rows of COPY are left as they are.
 *
 * @throws FormatError for text that the library cannot read
 * @returns undefined when the library changes more than white space
 */
export function formatText(
  text: string,
  dialect: Dialect,
  support: FormatterSupport,
  format: FormatStatement,
): string | undefined {
  const formatted = isScript(text, dialect)
    ? formatScript(text, dialect, (part, offset) =>
        formatPart(part, offset, dialect, support, format),
      )
    : formatPart(text, 0, dialect, support, format);
  return formatted !== undefined && isSame(text, formatted, dialect) ? formatted : undefined;
}

const isScript = (text: string, dialect: Dialect): boolean => {
  for (const { kind, startOffset, endOffset } of scanPieces(text, dialect)) {
    if (kind === 'command') return true;
    if (kind === 'terminator' && text.slice(startOffset, endOffset) !== ';') return true;
  }
  return hasRows(text, dialect);
};

const hasRows = (text: string, dialect: Dialect): boolean =>
  dialect === 'postgres' && lexemesOf(text, dialect).some(({ kind }) => kind === 'data');

function formatScript(
  text: string,
  dialect: Dialect,
  format: (part: string, offset: number) => string | undefined,
): string | undefined {
  let formatted = '';
  for (const { kind, startOffset, endOffset } of scanPieces(text, dialect)) {
    const part = text.slice(startOffset, endOffset);
    const isFormatted = kind === 'statement' && !hasRows(part, dialect);
    const next = isFormatted ? format(part, startOffset) : part;
    if (next === undefined) return undefined;
    formatted += next;
  }
  return formatted;
}

function formatPart(
  text: string,
  offset: number,
  dialect: Dialect,
  support: FormatterSupport,
  format: FormatStatement,
): string | undefined {
  const lexemes = lexemesOf(text, dialect);
  let shown = '';
  let at = 0;
  for (const [index, lexeme] of lexemes.entries()) {
    shown += text.slice(at, lexeme.startOffset) + standIn(lexeme, lexemes[index - 1], support);
    at = lexeme.endOffset;
  }
  shown += text.slice(at);
  let formatted: string;
  try {
    formatted = format(shown, dialect);
  } catch (error) {
    throw new FormatError('The formatter cannot read the text', offset, error);
  }
  return restored(formatted, lexemes, dialect);
}

/** The text that the library sees in place of a lexeme: as long, with the same line breaks. */
function standIn(
  { kind, text }: Lexeme,
  before: Lexeme | undefined,
  { operators, hasBraces }: FormatterSupport,
): string {
  const isMark = (kind === 'quoted' ? /^[@:]/ : /^[@:$?#]\w/).test(text);
  if (isMark || kind === 'path' || kind === 'placeholder') return filled(text);
  if (kind === 'quoted') {
    const quote = /^[`"[]/.exec(text)?.[0] ?? "'";
    const close = quote === '[' ? ']' : quote;
    return quote + filled(text.slice(1, -1)) + close;
  }
  if (kind !== 'symbol') return text;
  if (!hasBraces && text === '{') return '(';
  if (!hasBraces && text === '}') return ')';
  // The colon of an object: `{'a': 1}`.
  if (!hasBraces && text === ':' && before?.kind === 'quoted') return ',';
  // The end of a comment whose content is code is no operator.
  const isOperator = /^[-+*/<>=~!@#%^&|`?]{2,}$/.test(text) && text !== '*/';
  return isOperator && !operators.has(text) ? '<='.padEnd(text.length, ' ') : text;
}

const filled = (text: string): string => text.replace(/[^\r\n]/g, 'x');

/** Puts the original lexemes into the white space of the formatted text; undefined if it has others. */
function restored(
  formatted: string,
  lexemes: readonly Lexeme[],
  dialect: Dialect,
): string | undefined {
  const found = lexemesOf(formatted, dialect);
  if (found.length !== lexemes.length) return undefined;
  let text = '';
  let at = 0;
  for (const [index, { startOffset, endOffset }] of found.entries()) {
    text += formatted.slice(at, startOffset) + (lexemes[index]?.text ?? '');
    at = endOffset;
  }
  return text + formatted.slice(at);
}

/** Whether the database reads the same statements in both texts. */
function isSame(before: string, after: string, dialect: Dialect): boolean {
  const meanings = [before, after].map((text) =>
    JSON.stringify([
      lexemesOf(text, dialect).map(({ key }) => key),
      splitStatements(text, dialect).map((piece) => piece.text.replace(/\s+/g, '')),
    ]),
  );
  return meanings[0] === meanings[1];
}
