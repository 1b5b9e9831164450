import { closeCompletion } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  insertNewline,
  insertNewlineAndIndent,
} from '@codemirror/commands';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers, tooltips } from '@codemirror/view';
import type { ConnectionSchema } from '@sluice/contracts';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../api/client.js';
import { completionList } from './completion/keys.js';
import { sqlCompletion } from './completion/source.js';
import { dialectOf } from './dialects.js';
import { darkTheme, lightTheme } from './editor-theme.js';
import type { Range } from './runs.js';

/** What the page does with the editor. */
export interface EditorHandle {
  focus(): void;
  /** The selection of somebody who has selected something; null otherwise. */
  selection(): Range | null;
  cursor(): number;
  /** Selects what stands there, and shows it. */
  select(range: Range): void;
  /** Puts text where the cursor is. */
  insert(text: string): void;
  /** Takes the place of all the text, in one step that can be undone. */
  replace(text: string): void;
}

/** A place that a message belongs to. */
export interface Mark extends Range {
  message: string;
  /** What stands there; where the text has changed since, the mark would point at something else. */
  text: string;
}

interface SqlEditorProps {
  /** Each document has its own history and selection. */
  documentId: string;
  text: string;
  dialect: string | undefined;
  schema: ConnectionSchema | undefined;
  isDark: boolean;
  wordWrap: boolean;
  marks: Mark[];
  /** Reads the text as it was then: not at each key, since that takes a long text its time. */
  onChange(read: () => string): void;
  onCommand(command: EditorCommand): void;
  onReady(handle: EditorHandle): void;
}

/** What keys in the editor ask of the page. */
export type EditorCommand = 'run' | 'run-statement' | 'save' | 'format' | 'cancel';

const language = new Compartment();
const look = new Compartment();
const wrapping = new Compartment();

/** The text of a query; CodeMirror keeps it, React only hears of changes. */
export function SqlEditor(props: SqlEditorProps) {
  const { documentId, dialect, schema, isDark, wordWrap, marks } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const states = useRef(new Map<string, EditorState>());
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (host.current === null) return;
    // The nonce from the start: the editor's first style element is made here.
    const state = EditorState.create({ extensions: EditorView.cspNonce.of(styleNonce) });
    const created = new EditorView({ parent: host.current, state });
    view.current = created;
    latest.current.onReady(handleOf(created));
    const kept = states.current;
    return () => {
      created.destroy();
      kept.clear();
    };
  }, []);

  useEffect(() => {
    const editor = view.current;
    const kept = states.current;
    if (editor === null) return;
    const known = kept.get(documentId);
    const { text } = latest.current;
    const fresh =
      known?.doc.toString() === text
        ? known
        : EditorState.create({ doc: text, extensions: extensionsFor(latest) });
    editor.setState(fresh);
    editor.dispatch({ effects: settings(latest.current) });
    return () => {
      kept.set(documentId, editor.state);
    };
  }, [documentId]);

  useEffect(() => {
    view.current?.dispatch({ effects: settings({ dialect, schema, isDark, wordWrap }) });
  }, [dialect, schema, isDark, wordWrap]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const { doc } = editor.state;
    const standing = marks.filter(({ from, to, text }) => doc.sliceString(from, to) === text);
    editor.dispatch(
      setDiagnostics(
        editor.state,
        standing.map(({ from, to, message }) => ({ from, to, severity: 'error', message })),
      ),
    );
  }, [marks, documentId]);

  return <div ref={host} className="editor" />;
}

const settings = ({
  dialect,
  schema,
  isDark,
  wordWrap,
}: Pick<SqlEditorProps, 'dialect' | 'schema' | 'isDark' | 'wordWrap'>) => [
  language.reconfigure([
    dialectOf(dialect).language,
    sqlCompletion(dialectOf(dialect), dialect, schema),
  ]),
  look.reconfigure(isDark ? darkTheme : lightTheme),
  wrapping.reconfigure(wordWrap ? EditorView.lineWrapping : []),
];

function extensionsFor(latest: { current: SqlEditorProps }): Extension[] {
  const command = (name: EditorCommand) => (view: EditorView) => {
    // Else a list that is still being made covers the text that was run.
    closeCompletion(view);
    latest.current.onCommand(name);
    return true;
  };
  return [
    EditorView.cspNonce.of(styleNonce),
    EditorView.contentAttributes.of({ 'aria-label': 'SQL' }),
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: command('run') },
        { key: 'Mod-Shift-Enter', run: command('run-statement') },
        { key: 'Mod-s', run: command('save') },
        { key: 'Shift-Alt-f', run: command('format') },
      ]),
    ),
    lineNumbers(),
    history(),
    bracketMatching(),
    // The editor itself cuts off what stands out of it.
    tooltips({ parent: document.body }),
    completionList,
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    keymap.of([
      // No space that nobody typed: neither an indentation nor the other half of a bracket (decision 65).
      { key: 'Enter', run: insertNewline, shift: insertNewlineAndIndent },
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      const { doc } = update.state;
      if (update.docChanged) latest.current.onChange(() => doc.toString());
    }),
    language.of([]),
    look.of([]),
    wrapping.of([]),
  ];
}

const handleOf = (view: EditorView): EditorHandle => ({
  focus: () => view.focus(),
  selection: () => {
    const { from, to } = view.state.selection.main;
    return from === to ? null : { from, to };
  },
  cursor: () => view.state.selection.main.head,
  select: ({ from, to }) => {
    const { length } = view.state.doc;
    const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
    view.dispatch({ selection, scrollIntoView: true });
    view.focus();
  },
  insert: (text) => {
    view.dispatch(view.state.replaceSelection(text));
    view.focus();
  },
  replace: (text) => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    view.focus();
  },
});
