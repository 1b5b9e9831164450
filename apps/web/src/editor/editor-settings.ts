import { Compartment, type Extension, type StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { ConnectionSchema } from '@sluice/contracts';
import { analysisInWorker } from './completion/analysis-worker.js';
import { sqlCompletion } from './completion/source.js';
import { dialectOf } from './dialects.js';
import { darkTheme, lightTheme } from './editor-theme.js';

/** Settings of the editor that change while it is open. */
export interface EditorSettings {
  dialect: string | undefined;
  schema: ConnectionSchema | undefined;
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
  const { dialect: dialectName, schema, isDark, wordWrap } = settings;
  const { dialect, keywords } = dialectOf(dialectName);
  const analyse = analysisInWorker(schema, { dialectName, lexer: dialect.spec, keywords });
  return [
    language.reconfigure([dialect.language, sqlCompletion(dialect, dialectName, analyse)]),
    theme.reconfigure(isDark ? darkTheme : lightTheme),
    wrapping.reconfigure(wordWrap ? EditorView.lineWrapping : []),
  ];
};
