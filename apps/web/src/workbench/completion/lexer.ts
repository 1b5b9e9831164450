/** A token of SQL; white space is in none. */
export interface Token {
  kind: 'word' | 'quoted' | 'literal' | 'comment' | 'symbol';
  /** As written; a quoted name without its quotes. */
  text: string;
  /** Offset in the text, in UTF-16 units. */
  from: number;
  /** End, exclusive. */
  to: number;
  /** A literal, comment or quoted name that the text ends in before it is closed. */
  isOpen: boolean;
}

/** What dialects write in ways of their own. */
export interface LexerOptions {
  /** `#` begins a comment. */
  hashComments?: boolean;
  /** `--` begins a comment only before white space. */
  spaceAfterDashes?: boolean;
  /** A backslash escapes a character of a literal. */
  backslashEscapes?: boolean;
  /** `"` encloses literals, not names. */
  doubleQuotedStrings?: boolean;
}

/** Source of a pattern for text between quotes; a doubled quote is part of it. */
const enclosed = (quote: string, escapes: boolean): string =>
  `${quote}(?:${quote}${quote}|${escapes ? '\\\\[^]|' : ''}[^${quote}${escapes ? '\\\\' : ''}])*(?:${quote}|$)`;

function patternOf(options: LexerOptions): RegExp {
  const { backslashEscapes = false, doubleQuotedStrings = false } = options;
  const comments = [
    options.spaceAfterDashes === true ? '--(?=\\s|$)[^\\n]*' : '--[^\\n]*',
    ...(options.hashComments === true ? ['#[^\\n]*'] : []),
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
 * Returns the tokens of a text in their order. Every character that is no white space is in one of them; what is not
 * closed goes on to the end of the text.
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

/** A line comment goes on for as long as its line. */
const isOpenComment = (text: string): boolean =>
  !text.startsWith('/*') || !/^\/\*[^]*\*\/$/.test(text);

/** Quotes stand in pairs where the last one closes; an escaped quote is not counted. */
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
