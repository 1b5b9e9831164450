/** A token of SQL. White space is not part of any token. */
export interface Token {
  kind: 'word' | 'quoted' | 'literal' | 'comment' | 'symbol';
  /** The source text; a quoted name is without its quotes. */
  text: string;
  /** Offset in the text, in UTF-16 units. */
  from: number;
  /** End, exclusive. */
  to: number;
  /** The text ends before the literal, comment or quoted name is closed. */
  isOpen: boolean;
}

/** Lexical differences between dialects. */
export interface LexerOptions {
  /** `#` starts a comment. */
  hashComments?: boolean;
  /** `//` starts a comment. */
  slashComments?: boolean;
  /** `--` starts a comment only before white space. */
  spaceAfterDashes?: boolean;
  /** A backslash escapes a character in a literal. */
  backslashEscapes?: boolean;
  /** `"` quotes literals, not names. */
  doubleQuotedStrings?: boolean;
}

/** Returns the pattern of text between quotes; a doubled quote does not end it. */
const enclosed = (quote: string, escapes: boolean): string =>
  `${quote}(?:${quote}${quote}|${escapes ? '\\\\[^]|' : ''}[^${quote}${escapes ? '\\\\' : ''}])*(?:${quote}|$)`;

function patternOf(options: LexerOptions): RegExp {
  const { backslashEscapes = false, doubleQuotedStrings = false } = options;
  const comments = [
    options.spaceAfterDashes === true ? '--(?=\\s|$)[^\\n]*' : '--[^\\n]*',
    ...(options.hashComments === true ? ['#[^\\n]*'] : []),
    ...(options.slashComments === true ? ['//[^\\n]*'] : []),
    '\\/\\*[^]*?(?:\\*\\/|$)',
  ];
  const literals = [
    `[eE]${enclosed("'", true)}`,
    enclosed("'", backslashEscapes),
    ...(doubleQuotedStrings ? [enclosed('"', backslashEscapes)] : []),
    '\\$(?<tag>(?:[\\p{L}_][\\p{L}\\p{N}_]*)?)\\$[^]*?(?:\\$\\k<tag>\\$|$)',
    '\\p{N}+(?:\\.\\p{N}+)?[\\p{L}\\p{N}_]*',
    '(?:@@?|[:$])[\\p{L}\\p{N}_]+',
  ];
  const quoted = ['`[^`]*(?:`|$)', ...(doubleQuotedStrings ? [] : [enclosed('"', false)])];
  const kinds = [
    `(?<comment>${comments.join('|')})`,
    `(?<literal>${literals.join('|')})`,
    `(?<quoted>${quoted.join('|')})`,
    '(?<word>[\\p{L}_][\\p{L}\\p{N}\\p{M}_$]*)',
    '(?<symbol>::|\\S)',
  ];
  return new RegExp(kinds.join('|'), 'gu');
}

/**
 * Returns the tokens of a text. Every character except white space belongs to a token. An unclosed token extends to
 * the end of the text.
 */
export function tokensOf(text: string, options: LexerOptions): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(patternOf(options))) {
    const [written] = match;
    const { comment, literal, quoted, word } = match.groups ?? {};
    const from = match.index;
    const to = from + written.length;
    const token = { text: written, from, to, isOpen: false };
    if (word !== undefined) tokens.push({ ...token, kind: 'word' });
    else if (comment !== undefined) {
      tokens.push({ ...token, kind: 'comment', isOpen: isOpenComment(written) });
    } else if (literal !== undefined) {
      tokens.push({
        ...token,
        kind: 'literal',
        isOpen: to === text.length && isOpenLiteral(written),
      });
    } else if (quoted !== undefined) {
      const isOpen = to === text.length && !isClosed(written, written[0] ?? '');
      const name = written.slice(1, isOpen ? undefined : -1).replaceAll('""', '"');
      tokens.push({ ...token, kind: 'quoted', text: name, isOpen });
    } else tokens.push({ ...token, kind: 'symbol' });
  }
  return tokens;
}

/** A line comment is open, because it continues while its line is typed. */
const isOpenComment = (text: string): boolean =>
  !text.startsWith('/*') || !/^\/\*[^]*\*\/$/.test(text);

/** Returns whether the quotes are balanced; escaped quotes do not count. */
function isClosed(text: string, quote: string): boolean {
  const quotes = text.replace(/\\[^]/g, '').split(quote).length - 1;
  return quotes > 0 && quotes % 2 === 0;
}

function isOpenLiteral(text: string): boolean {
  const [first = ''] = text.replace(/^[eE](?=')/, '');
  if (first === "'" || first === '"') return !isClosed(text, first);
  const [tag] = /^\$[\p{L}\p{N}_]*\$/u.exec(text) ?? [];
  return tag !== undefined && (text.length < 2 * tag.length || !text.endsWith(tag));
}
