import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { styleNonce } from '../http/client.js';
import type { SchemaPlace } from '../schema/schema-place.js';
import type { TextRange } from '../sql/text-range.js';
import { editorExtensions, type EditorCommand } from './editor-extensions.js';
import { settingEffects, type EditorSettings } from './editor-settings.js';

/** Methods that the page calls on the editor. */
export interface EditorHandle {
  focus(): void;
  /** Returns the selection; null if it is empty. */
  selection(): TextRange | null;
  cursor(): number;
  /** Selects a range and scrolls to it. */
  select(range: TextRange): void;
  /** Inserts text at the cursor. */
  insert(text: string): void;
  /** Replaces the whole text in one step that can be undone. */
  replace(text: string): void;
}

/** An error message at a range of the text. */
export interface Mark extends TextRange {
  message: string;
  /** The text of the range. The mark is hidden after that text has changed. */
  text: string;
}

interface SqlEditorProps extends EditorSettings {
  /** Each document has its own undo history and selection. */
  documentId: string;
  text: string;
  marks: Mark[];
  /** Receives a function that reads the text: reading a long text at each key delays typing. */
  onChange(read: () => string): void;
  onCommand(command: EditorCommand): void;
  onShowInSchema(place: SchemaPlace): void;
  onReady(handle: EditorHandle): void;
}

/** The SQL text. CodeMirror holds the state; React is notified of changes. */
export function SqlEditor(props: SqlEditorProps) {
  const { documentId, dialect, schema, readForeignKeys, isDark, wordWrap, marks } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const states = useRef(new Map<string, EditorState>());
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (host.current === null) return;
    // The first style element is created with the view, so the nonce is needed from the start.
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
    const isCurrent = known?.doc.toString() === text;
    const extensions = editorExtensions(latest);
    editor.setState(isCurrent ? known : EditorState.create({ doc: text, extensions }));
    editor.dispatch({ effects: settingEffects(latest.current) });
    return () => {
      kept.set(documentId, editor.state);
    };
  }, [documentId]);

  useEffect(() => {
    const settings = { dialect, schema, readForeignKeys, isDark, wordWrap };
    view.current?.dispatch({ effects: settingEffects(settings) });
  }, [dialect, schema, readForeignKeys, isDark, wordWrap]);

  useEffect(() => {
    if (view.current !== null) showMarks(view.current, marks);
  }, [marks, documentId]);

  return <div ref={host} className="editor" />;
}

function showMarks(editor: EditorView, marks: Mark[]): void {
  const { doc } = editor.state;
  const valid = marks.filter(({ from, to, text }) => doc.sliceString(from, to) === text);
  editor.dispatch(
    setDiagnostics(
      editor.state,
      valid.map(({ from, to, message }) => ({ from, to, severity: 'error', message })),
    ),
  );
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
