import type { Catalog } from './catalog.js';
import { candidatesAt } from './candidates.js';
import type { Keyword } from './keywords.js';
import { tokensOf, type LexerOptions, type Token } from './lexer.js';
import { isComplete, mayMatch, type Ranked } from './ranking.js';

/** A position in a statement. */
export interface StatementPosition {
  text: string;
  /** Offset in the text. */
  pos: number;
}

/** A position to complete. */
export interface AnalysisRequest extends StatementPosition {
  /** Requested with a key; otherwise the user is typing. */
  isExplicit: boolean;
}

/** The dialect of the editor. */
export interface AnalysisSettings {
  dialectName: string | undefined;
  lexer: LexerOptions;
  keywords: Keyword[];
}

/** The completions at a position. */
export interface Analysis {
  /** Offset of the completed name in the text, including its quote. */
  from: number;
  isQuoted: boolean;
  /** Not sorted; contains every completion that can match if {@link isWhole}. */
  options: Ranked[];
  /** The options suffice while the user types on. */
  isWhole: boolean;
}

/** More options than this are analysed again at each key, because they take long to copy. */
const MAX_COPIED = 1_000;

/** Returns the completions at a position; null if there are none. */
export function analyse(
  { text, pos, isExplicit }: AnalysisRequest,
  settings: AnalysisSettings,
  catalog: Catalog,
): Analysis | null {
  const typed = typedAt(text, pos, isExplicit, settings.lexer);
  if (typed === null) return null;
  const words = new Set(
    typed.tokens.flatMap(({ kind, text: word }) => (kind === 'word' ? word : [])),
  );
  const candidates = candidatesAt({ ...typed, ...settings, words, catalog }, isExplicit);
  if (candidates === null) return null;
  const { from, isQuoted } = typed;
  const name = text.slice(isQuoted ? from + 1 : from, pos);
  const { options, isCut } = candidates(name);
  const matching = options.filter((option) => mayMatch(option, name));
  if (!isExplicit && isComplete(matching, name)) return null;
  const isWhole = name !== '' && !isCut && matching.length <= MAX_COPIED;
  return { from, isQuoted, options: matching, isWhole };
}

/** The typed text and its statement. */
interface Typed {
  /** Offset of the name, including its quote. */
  from: number;
  isQuoted: boolean;
  /** The tokens of the statement without the typed name. */
  tokens: Token[];
  isNewLine: boolean;
}

/** Returns null in a literal or comment, and where there is nothing to complete. */
function typedAt(
  text: string,
  at: number,
  isExplicit: boolean,
  options: LexerOptions,
): Typed | null {
  const tokens = tokensOf(text, options);
  const touched = tokens.find((token) => token.from < at && at <= token.to);
  const isInside = touched !== undefined && (at < touched.to || touched.isOpen);
  if (isInside && (touched.kind === 'literal' || touched.kind === 'comment')) return null;
  const isQuoted = isInside && touched.kind === 'quoted';
  const isWord = touched?.kind === 'word';
  const isMember = touched?.kind === 'symbol' && touched.text === '.';
  if (!isQuoted && !isWord && !isMember && !isExplicit) return null;
  // A number or a closed quoted name cannot be completed.
  const isEnded = touched?.kind === 'literal' || touched?.kind === 'quoted';
  if (isEnded && !isQuoted) return null;
  const from = isQuoted || isWord ? touched.from : at;
  const others = tokens.filter((token) => token !== touched || token.to <= from);
  const before = others.findLast(({ to }) => to <= from)?.to ?? 0;
  return {
    from,
    isQuoted,
    tokens: others.filter(({ kind }) => kind !== 'comment'),
    isNewLine: text.slice(before, from).includes('\n'),
  };
}
