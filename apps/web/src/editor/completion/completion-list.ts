import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  currentCompletions,
  moveCompletionSelection,
  nextSnippetField,
  selectedCompletionIndex,
  setSelectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';

/** Each shown name is laid out at each key. */
const MAX_SHOWN = 12;

/** Accepts the selected completion, or the first one. */
const acceptBest: Command = (view) => {
  if (currentCompletions(view.state).length === 0) return acceptLater(view);
  if ((selectedCompletionIndex(view.state) ?? -1) < 0) {
    view.dispatch({ effects: setSelectedCompletion(0) });
  }
  return acceptCompletion(view);
};

/** Editors where Tab was pressed while the shown list was updated. */
const acceptsLater = new WeakSet<EditorView>();

/** Accepts when a shown list has been updated for the last key; Tab would indent the line instead. */
function acceptLater(view: EditorView): boolean {
  const isUpdated =
    completionStatus(view.state) === 'pending' &&
    view.dom.ownerDocument.querySelector('.cm-tooltip-autocomplete') !== null;
  if (isUpdated) acceptsLater.add(view);
  return isUpdated;
}

const acceptUpdated = EditorView.updateListener.of(({ view, docChanged, state }) => {
  if (!acceptsLater.has(view)) return;
  const status = completionStatus(state);
  if (status === 'pending' && !docChanged) return;
  acceptsLater.delete(view);
  if (docChanged) return;
  // An update cannot start another one. Without a list left, Tab goes to the next field of a snippet.
  queueMicrotask(() => (status === 'active' ? acceptBest(view) : nextSnippetField(view)));
});

/** Clears a selection made with the arrow keys when the text changes, so that Enter breaks the line again. */
const clearSelection = EditorState.transactionExtender.of(({ docChanged, startState }) =>
  docChanged && (selectedCompletionIndex(startState) ?? -1) >= 0
    ? { effects: setSelectedCompletion(-1) }
    : null,
);

/**
 * A completion list that does not intercept typing. Nothing is selected when it opens, so Enter, Space and
 * punctuation insert themselves. Tab accepts the first completion, a click any, and Enter the one selected with the
 * arrow keys.
 */
export const completionList: Extension = [
  autocompletion({
    selectOnOpen: false,
    defaultKeymap: false,
    maxRenderedOptions: MAX_SHOWN,
    // The detail column names the kind; the icons are characters that many fonts lack.
    icons: false,
  }),
  clearSelection,
  acceptUpdated,
  Prec.highest(
    keymap.of([
      { key: 'Ctrl-Space', run: startCompletion },
      { mac: 'Alt-`', run: startCompletion },
      { mac: 'Alt-i', run: startCompletion },
      { key: 'Escape', run: closeCompletion },
      { key: 'ArrowDown', run: moveCompletionSelection(true) },
      { key: 'ArrowUp', run: moveCompletionSelection(false) },
      { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
      { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
      { key: 'Tab', run: acceptBest },
      // Not handled while nothing is selected.
      { key: 'Enter', run: acceptCompletion },
    ]),
  ),
];
