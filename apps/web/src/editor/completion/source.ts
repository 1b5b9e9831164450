import {
  pickedCompletion,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import type { SQLDialect } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { quoteCharacter, quoteWith } from '../../schema/quote-name.js';
import type { Analysis, AnalysisRequest } from './analysis.js';
import { nearStatement } from './near-statement.js';
import { isComplete, matchOf, ranked, type Ranked } from './ranking.js';

/** Returns null if there are no completions. */
export type Complete = (request: AnalysisRequest) => Promise<Analysis | null>;

/** Matches a partial name or keyword. */
const partOfName = /^[\p{L}_][\p{L}\p{N}\p{M}_$]*$/u;

/** Matches text after which a list may open while the user types. */
const beforeList = /[\p{L}\p{N}\p{M}_$."`]$/u;

/**
 * Completes schema names, functions and keywords. The list opens automatically only for an incomplete name or keyword.
 * It stays closed in literals, comments and at positions of new names, such as aliases.
 */
export function sqlCompletion(
  dialect: SQLDialect,
  dialectName: string | undefined,
  complete: Complete,
): Extension {
  const quote = quoteCharacter(dialectName);
  const source: CompletionSource = async (context) => {
    const { state, pos, explicit: isExplicit } = context;
    // A list at one of several cursors would be in the way.
    if (!isExplicit && state.selection.ranges.length > 1) return null;
    if (!isExplicit && !beforeList.test(state.sliceDoc(Math.max(0, pos - 2), pos))) return null;
    const { from, text } = nearStatement(state, pos);
    const analysis = await complete({ text, pos: pos - from, isExplicit });
    return analysis === null ? null : resultOf(analysis, from + analysis.from, quote, context);
  };
  return dialect.language.data.of({ autocomplete: source });
}

/** Filters and ranks the same options at each key while they suffice; otherwise the editor asks again. */
function resultOf(
  { isQuoted, options, isWhole }: Analysis,
  from: number,
  quote: string,
  { state, pos }: CompletionContext,
): CompletionResult {
  const resultFor = (written: string): CompletionResult => {
    const name = isQuoted ? written.slice(1) : written;
    return {
      from,
      filter: false,
      options: ranked(options, name).map((option) => completionOf(option, isQuoted, quote)),
      getMatch: ({ label }) => matchOf(label, name)?.ranges ?? [],
      update: (_current, start, _to, context) => {
        const typed = context.state.sliceDoc(start, context.pos);
        const isName = isQuoted || partOfName.test(typed);
        const typedName = isQuoted ? typed.slice(1) : typed;
        return isWhole && isName && !isComplete(options, typedName) && typed.startsWith(written)
          ? resultFor(typed)
          : null;
      },
    };
  };
  return resultFor(state.sliceDoc(from, pos));
}

function completionOf(option: Ranked, isQuoted: boolean, quote: string): Completion {
  const { label, apply, detail, info, type, call, template } = option;
  const shown = {
    label,
    ...(detail !== undefined && { detail }),
    ...(info !== undefined && { info }),
    ...(type !== undefined && { type }),
  };
  if (isQuoted) return { ...shown, apply: insertInQuotes(quote) };
  if (template !== undefined) return { ...shown, apply: snippet(template) };
  if (call !== undefined) return { ...shown, apply: insertCall(call) };
  return { ...shown, ...(apply !== undefined && { apply }) };
}

type Insert = (view: EditorView, completion: Completion, from: number, to: number) => void;

/** Replaces both quotes; the closing one may exist already. */
const insertInQuotes =
  (quote: string): Insert =>
  (view, completion, from, to) => {
    const end = view.state.sliceDoc(to, to + 1) === quote ? to + 1 : to;
    const insert = quoteWith(completion.label, quote);
    dispatchInsert(view, completion, { from, to: end, insert }, insert.length);
  };

/** Inserts a function with its parentheses, and sets the cursor between them if it takes arguments. */
const insertCall =
  (call: 'none' | 'some'): Insert =>
  (view, completion, from, to) => {
    const { label } = completion;
    // The parentheses may exist already.
    const insert = view.state.sliceDoc(to, to + 1) === '(' ? label : `${label}()`;
    const isInside = call === 'some' && insert !== label;
    dispatchInsert(view, completion, { from, to, insert }, insert.length - Number(isInside));
  };

const dispatchInsert = (
  view: EditorView,
  completion: Completion,
  changes: { from: number; to: number; insert: string },
  cursor: number,
): void =>
  view.dispatch({
    changes,
    selection: { anchor: changes.from + cursor },
    userEvent: 'input.complete',
    annotations: pickedCompletion.of(completion),
  });
