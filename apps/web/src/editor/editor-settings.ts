import { Compartment, type Extension, type StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { ConnectionSchema } from '@sluice/contracts';
import { analysisInWorker, type ReadForeignKeys } from './analysis/analysis-worker.js';
import { sqlCompletion } from './completion/source.js';
import { dialectOf } from './dialects.js';
import { dialectName, statementAnalysis } from './editor-language.js';
import { darkTheme, lightTheme } from './editor-theme.js';

/** Settings of the editor that change while it is open. */
export interface EditorSettings {
  dialect: string | undefined;
  schema: ConnectionSchema | undefined;
  /** For joins in completions. */
  readForeignKeys: ReadForeignKeys;
  isDark: boolean;
  wordWrap: boolean;
}

const language = new Compartment();
const theme = new Compartment();
const wrapping = new Compartment();

/** Empty compartments, which {@link settingEffects} fills. */
export const settingExtensions: Extension = [language.of([]), theme.of([]), wrapping.of([])];

/** Returns the effects that apply the settings. */
export const settingEffects = (settings: EditorSettings): StateEffect<unknown>[] => {
  const { dialect: name, schema, readForeignKeys, isDark, wordWrap } = settings;
  const { dialect, keywords } = dialectOf(name);
  const analysis = analysisInWorker(
    schema,
    { dialectName: name, lexer: dialect.spec, keywords },
    readForeignKeys,
  );
  return [
    language.reconfigure([
      dialectName.of(name),
      dialect.language,
      statementAnalysis.of(analysis),
      sqlCompletion(dialect, name, analysis.complete),
    ]),
    theme.reconfigure(isDark ? darkTheme : lightTheme),
    wrapping.reconfigure(wordWrap ? EditorView.lineWrapping : []),
  ];
};
