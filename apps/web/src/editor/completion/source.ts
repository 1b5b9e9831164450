import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import type { SQLDialect } from '@codemirror/lang-sql';
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import type { ConnectionSchema } from '@sluice/contracts';
import { quoteCharacter, quoteWith } from '../../schema/quote-name.js';
import { catalogOf, type Catalog } from './catalog.js';
import { tokensOf, type Token } from './lexer.js';
import { candidatesAt, noCatalog, type Candidates } from './candidates.js';
import { matchOf, ranked } from './ranking.js';

/** UTF-16 units around the cursor that are analysed; most statements are shorter. */
const MAX_DISTANCE = 20_000;

/** Matches a partial name or keyword. */
const partOfName = /^[\p{L}_][\p{L}\p{N}\p{M}_$]*$/u;

/**
 * Completes schema names and keywords. The list opens automatically only for an incomplete name or keyword. It stays
 * closed in literals, comments and at positions of new names, such as aliases.
 */
export function sqlCompletion(
  dialect: SQLDialect,
  dialectName: string | undefined,
  schema: ConnectionSchema | undefined,
): Extension {
  let catalog: Catalog | undefined;
  const source: CompletionSource = (context) => {
    // Built at the first completion, so that the schema tree renders first.
    catalog ??= schema === undefined ? noCatalog : catalogOf(schema);
    const typed = typedAt(context, dialect);
    if (typed === null) return null;
    const quote = quoteCharacter(dialectName);
    const candidates = candidatesAt({ ...typed, dialect, dialectName, catalog }, context.explicit);
    return candidates === null ? null : resultOf(candidates, typed, quote, context);
  };
  return dialect.language.data.of({ autocomplete: source });
}

/** The typed text and its statement. */
interface Typed {
  /** Offset of the name in the document, including its quote. */
  from: number;
  isQuoted: boolean;
  /** The tokens of the statement without the typed name. */
  tokens: Token[];
  /** Offset of the name in the statement. */
  pos: number;
  isNewLine: boolean;
}

/** Returns null in a literal or comment, and where there is nothing to complete. */
function typedAt({ state, pos, explicit }: CompletionContext, dialect: SQLDialect): Typed | null {
  const { from: start, to: end } = statementAt(state, pos);
  const text = state.sliceDoc(start, end);
  const tokens = tokensOf(text, dialect.spec);
  const at = pos - start;
  const touched = tokens.find((token) => token.from < at && at <= token.to);
  const isInside = touched !== undefined && (at < touched.to || touched.isOpen);
  if (isInside && (touched.kind === 'literal' || touched.kind === 'comment')) return null;
  const isQuoted = isInside && touched.kind === 'quoted';
  const isWord = touched?.kind === 'word';
  const isMember = touched?.kind === 'symbol' && touched.text === '.';
  if (!isQuoted && !isWord && !isMember && !explicit) return null;
  // A number or a closed quoted name cannot be completed.
  if (
    touched !== undefined &&
    !isQuoted &&
    (touched.kind === 'literal' || touched.kind === 'quoted')
  ) {
    return null;
  }
  const nameFrom = isQuoted || isWord ? touched.from : at;
  const others = tokens.filter((token) => token !== touched || token.to <= nameFrom);
  const before = others.findLast(({ to }) => to <= nameFrom)?.to ?? 0;
  return {
    from: start + nameFrom,
    isQuoted,
    tokens: others.filter(({ kind }) => kind !== 'comment'),
    pos: nameFrom,
    isNewLine: text.slice(before, nameFrom).includes('\n'),
  };
}

/** Returns the range of the statement at the cursor, within {@link MAX_DISTANCE}. */
function statementAt(state: EditorState, pos: number): { from: number; to: number } {
  const { topNode } = syntaxTree(state);
  const at = topNode.childBefore(pos) ?? topNode.childAfter(pos);
  const isEnded = at !== null && at.to < pos && state.sliceDoc(at.to - 1, at.to) === ';';
  const from = isEnded ? at.to : (at?.from ?? pos);
  const to = isEnded ? (topNode.childAfter(pos)?.from ?? state.doc.length) : (at?.to ?? pos);
  // Starts at a token boundary; a start inside a literal would invert all later literals.
  const nearest = syntaxTree(state).resolveInner(Math.max(from, pos - MAX_DISTANCE), 1);
  const nearFrom = pos - MAX_DISTANCE > from ? Math.min(nearest.to, pos) : from;
  return { from: nearFrom, to: Math.max(pos, Math.min(to, pos + MAX_DISTANCE)) };
}

/** Filters and ranks again at each key while the typed text may still become a candidate. */
function resultOf(
  { options, isComplete }: Candidates,
  { from, isQuoted }: Typed,
  quote: string,
  { state, pos, explicit }: CompletionContext,
): CompletionResult | null {
  const nameOf = (written: string): string => (isQuoted ? written.slice(1) : written);
  const resultFor = (written: string, isExplicit: boolean): CompletionResult | null => {
    const name = nameOf(written);
    if (!isExplicit && isComplete(name)) return null;
    const found = ranked(options(name), name);
    return {
      from,
      filter: false,
      options: isQuoted ? found.map((option) => inQuotes(option, quote)) : found,
      getMatch: ({ label }) => matchOf(label, name)?.ranges ?? [],
      update: (_current, start, _to, context) => {
        const typed = context.state.sliceDoc(start, context.pos);
        return isQuoted || typed === '' || partOfName.test(typed) ? resultFor(typed, false) : null;
      },
    };
  };
  return resultFor(state.sliceDoc(from, pos), explicit);
}

/** Replaces both quotes; the closing one may exist already. */
const inQuotes = ({ label, ...option }: Completion, quote: string): Completion => ({
  ...option,
  label,
  apply: (view, _completion, from, to) => {
    const end = view.state.sliceDoc(to, to + 1) === quote ? to + 1 : to;
    const insert = quoteWith(label, quote);
    view.dispatch({
      changes: { from, to: end, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.complete',
    });
  },
});
