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
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Prec, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { notifications } from '@mantine/notifications';
import { styleNonce } from '../http/client.js';
import type { SchemaPlace } from '../schema/schema-place.js';
import { completionList } from './completion/completion-list.js';
import { settingExtensions } from './editor-settings.js';
import { folding } from './folding.js';
import { nameCards } from './name-card.js';
import { nameCommands } from './name-commands.js';
import { runMarks } from './run-mark.js';
import { searchPanel } from './search-panel.js';
import { severalCursors } from './several-cursors.js';

/** A command that a key in the editor sends to the page. */
export type EditorCommand = 'run' | 'run-statement' | 'save' | 'format' | 'versions' | 'cancel';

/** The handlers of the page; `current` changes at each render. */
interface HandlerRef {
  current: {
    onChange(read: () => string): void;
    onCommand(command: EditorCommand): void;
    onShowInSchema(place: SchemaPlace): void;
  };
}

/** Returns the extensions of a document. */
export function editorExtensions(handlers: HandlerRef): Extension[] {
  const command = (name: EditorCommand) => (view: EditorView) => {
    // A completion list that is still loading would cover the text.
    closeCompletion(view);
    handlers.current.onCommand(name);
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
        { key: 'Shift-Alt-h', run: command('versions') },
      ]),
    ),
    lineNumbers(),
    folding,
    runMarks(command('run-statement')),
    history(),
    bracketMatching(),
    // The editor clips tooltips inside itself.
    tooltips({ parent: document.body }),
    severalCursors,
    completionList,
    nameCards,
    nameCommands(() => ({
      showInSchema: (place) => handlers.current.onShowInSchema(place),
      note: (message) => notifications.show({ message, autoClose: 3_000 }),
    })),
    highlightActiveLine(),
    highlightSelectionMatches(),
    searchPanel,
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    keymap.of([
      // Enter inserts no indentation, and no bracket is closed automatically (decision 65).
      { key: 'Enter', run: insertNewline, shift: insertNewlineAndIndent },
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      const { doc } = update.state;
      if (update.docChanged) handlers.current.onChange(() => doc.toString());
    }),
    settingExtensions,
  ];
}
