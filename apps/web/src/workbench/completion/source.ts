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
import { enquoted, quoteOf } from '../quoted.js';
import { catalogOf, type Catalog } from './catalog.js';
import { tokensOf, type Token } from './lexer.js';
import { candidatesAt, noCatalog, type Candidates } from './candidates.js';
import { fitOf, ranked } from './ranking.js';

/** How far around the cursor a statement is read, in UTF-16 units: further than most statements go. */
const nearby = 20_000;

/** Text that may go on as a name or word. */
const partOfName = /^[\p{L}_][\p{L}\p{N}\p{M}_$]*$/u;

/**
 * Completes names of a schema and words of a dialect. A list opens by itself only where what is typed may be one of
 * them and is not whole yet: never in a literal or comment, nor where an author makes up a name.
 */
export function sqlCompletion(
  dialect: SQLDialect,
  dialectName: string | undefined,
  schema: ConnectionSchema | undefined,
): Extension {
  let catalog: Catalog | undefined;
  const source: CompletionSource = (context) => {
    // Not before somebody types: the schema is to be seen first.
    catalog ??= schema === undefined ? noCatalog : catalogOf(schema);
    const typed = typedAt(context, dialect);
    if (typed === null) return null;
    const quote = quoteOf(dialectName);
    const candidates = candidatesAt({ ...typed, dialect, dialectName, catalog }, context.explicit);
    return candidates === null ? null : resultOf(candidates, typed, quote, context);
  };
  return dialect.language.data.of({ autocomplete: source });
}

/** What is typed so far, and the statement that it is part of. */
interface Typed {
  /** Where the name begins, with its quote. */
  from: number;
  isQuoted: boolean;
  /** The tokens of the statement without that name. */
  tokens: Token[];
  /** Where the name begins, as the tokens count. */
  pos: number;
  isNewLine: boolean;
}

/** Null in a literal or comment, and where nothing is typed that could be completed. */
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
  // A number, or the end of a name in quotes: nothing of it can be completed.
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

/** The part of the text around the cursor between two `;`, as far as it is near. */
function statementAt(state: EditorState, pos: number): { from: number; to: number } {
  const { topNode } = syntaxTree(state);
  const at = topNode.childBefore(pos) ?? topNode.childAfter(pos);
  const isEnded = at !== null && at.to < pos && state.sliceDoc(at.to - 1, at.to) === ';';
  const from = isEnded ? at.to : (at?.from ?? pos);
  const to = isEnded ? (topNode.childAfter(pos)?.from ?? state.doc.length) : (at?.to ?? pos);
  // Begins with a whole token, or all behind it could be taken for a literal.
  const nearest = syntaxTree(state).resolveInner(Math.max(from, pos - nearby), 1);
  const nearFrom = pos - nearby > from ? Math.min(nearest.to, pos) : from;
  return { from: nearFrom, to: Math.max(pos, Math.min(to, pos + nearby)) };
}

/** Chooses and ranks again at each key, for as long as what is typed may still become one of the candidates. */
function resultOf(
  { options, isWhole }: Candidates,
  { from, isQuoted }: Typed,
  quote: string,
  { state, pos, explicit }: CompletionContext,
): CompletionResult | null {
  const nameOf = (written: string): string => (isQuoted ? written.slice(1) : written);
  const resultFor = (written: string, isAsked: boolean): CompletionResult | null => {
    const name = nameOf(written);
    if (!isAsked && isWhole(name)) return null;
    const found = ranked(options(name), name);
    return {
      from,
      filter: false,
      options: isQuoted ? found.map((option) => inQuotes(option, quote)) : found,
      getMatch: ({ label }) => fitOf(label, name)?.ranges ?? [],
      update: (_current, start, _to, context) => {
        const typed = context.state.sliceDoc(start, context.pos);
        return isQuoted || typed === '' || partOfName.test(typed) ? resultFor(typed, false) : null;
      },
    };
  };
  return resultFor(state.sliceDoc(from, pos), explicit);
}

/** Takes the place of both quotes, of which the second may be there already. */
const inQuotes = ({ label, ...option }: Completion, quote: string): Completion => ({
  ...option,
  label,
  apply: (view, _completion, from, to) => {
    const end = view.state.sliceDoc(to, to + 1) === quote ? to + 1 : to;
    const insert = enquoted(label, quote);
    view.dispatch({
      changes: { from, to: end, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.complete',
    });
  },
});
