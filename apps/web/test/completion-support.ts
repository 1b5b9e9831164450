import {
  CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import type { ConnectionSchema, TableForeignKey } from '@sluice/contracts';
import type { AnalysisSettings } from '../src/editor/completion/analysis.js';
import type { TableName } from '../src/editor/completion/foreign-keys.js';
import { createAnalysisHost } from '../src/editor/analysis/analysis-host.js';
import { analysisBy, type StatementAnalysis } from '../src/editor/analysis/statement-analysis.js';
import { loadFunctions } from '../src/editor/completion/functions/function-list.js';
import { loadingMessages } from '../src/editor/analysis/host-messages.js';
import { sqlCompletion } from '../src/editor/completion/source.js';
import { dialectOf } from '../src/editor/dialects.js';

/** Returns a table of a schema. */
export const table = (name: string, ...columns: string[]) => ({
  name,
  description: '',
  type: 'table',
  columns: columns.map((column) => ({ name: column, description: '', dataType: 'text' })),
});
const schema = {
  schemas: [
    {
      name: 'public',
      description: '',
      tables: [
        table('orders', 'id', 'customer_id', 'Placed At', 'seller'),
        table('customers', 'id', 'name', 'city'),
        table('Order Lines', 'price', 'order'),
        table('sessions', 'seconds'),
      ],
    },
    {
      name: 'stock',
      description: '',
      tables: [table('parts', 'weight', 'größe'), table('orders', 'x')],
    },
  ],
} as ConnectionSchema;

/** Returns a fully parsed state. An editor parses for 20 ms and continues in the background. */
function parsed(state: EditorState): EditorState {
  while (ensureSyntaxTree(state, state.doc.length) === null);
  return state.update({}).state;
}

/** The foreign keys of a table that have been read. */
export interface TableKeys {
  table: TableName;
  foreignKeys: TableForeignKey[];
}

interface At {
  dialect?: string;
  completed?: ConnectionSchema | undefined;
  foreignKeys?: readonly TableKeys[];
  /** Requested with Ctrl+Space. */
  isExplicit?: boolean;
}

/** Returns an analysis in this thread; the workbench has it in a worker. */
export function analysisHere(
  analysed: ConnectionSchema | undefined,
  settings: AnalysisSettings,
  foreignKeys: readonly TableKeys[] = [],
): StatementAnalysis {
  const receive = createAnalysisHost();
  for (const message of loadingMessages(analysed, settings)) receive(structuredClone(message));
  for (const keys of foreignKeys) receive({ kind: 'foreignKeys', ...keys });
  return analysisBy(async (question) => {
    await loadFunctions(settings.dialectName);
    return receive({ kind: 'ask', id: 1, question })?.answer ?? null;
  });
}

/** Returns the settings of a dialect. */
export function settingsOf(dialectName: string): AnalysisSettings {
  const { dialect, keywords } = dialectOf(dialectName);
  return { dialectName, lexer: dialect.spec, keywords };
}

const analyses = new Map<string, Map<ConnectionSchema | undefined, StatementAnalysis>>();

/** Returns the analysis of a dialect and a schema; each schema is loaded once. */
function analysisOf(
  dialect: string,
  analysed: ConnectionSchema | undefined,
  foreignKeys?: readonly TableKeys[],
): StatementAnalysis {
  if (foreignKeys !== undefined) return analysisHere(analysed, settingsOf(dialect), foreignKeys);
  const known = analyses.get(dialect) ?? new Map<ConnectionSchema | undefined, StatementAnalysis>();
  analyses.set(dialect, known);
  const analysis = known.get(analysed) ?? analysisHere(analysed, settingsOf(dialect));
  known.set(analysed, analysis);
  return analysis;
}

/** Returns an editor state with completion. */
export const stateOf = (
  doc: string,
  { dialect = 'postgres', completed = schema, foreignKeys }: At = {},
): EditorState => {
  const { dialect: editorDialect } = dialectOf(dialect);
  const { language } = editorDialect;
  const { complete } = analysisOf(dialect, completed, foreignKeys);
  const completion = sqlCompletion(editorDialect, dialect, complete);
  return parsed(EditorState.create({ doc, extensions: [language, completion] }));
};

/** Returns the completions at `|`. */
export async function resultAt(text: string, at: At = {}): Promise<CompletionResult | null> {
  const pos = text.indexOf('|');
  const state = stateOf(text.replace('|', ''), at);
  const [source] = state.languageDataAt<CompletionSource>('autocomplete', pos);
  return (await source?.(new CompletionContext(state, pos, at.isExplicit ?? false))) ?? null;
}

/** Returns the inserted texts, in the order of the list. */
export const appliedOf = (result: CompletionResult | null): string[] =>
  (result?.options ?? []).map(({ label, apply }) => (typeof apply === 'string' ? apply : label));

/** Returns the inserted texts of the completions at `|`. */
export const offeredAt = async (text: string, at: At = {}): Promise<string[]> =>
  appliedOf(await resultAt(text, at));
