import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  currentCompletions,
  moveCompletionSelection,
  selectedCompletionIndex,
  setSelectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { keymap, type Command } from '@codemirror/view';

/** Names that a list shows at a time: each is laid out at each key. */
const mostNames = 12;

/** Takes the chosen name, or the first where none is chosen. */
const acceptLikeliest: Command = (view) => {
  if (currentCompletions(view.state).length === 0) return false;
  if ((selectedCompletionIndex(view.state) ?? -1) < 0) {
    view.dispatch({ effects: setSelectedCompletion(0) });
  }
  return acceptCompletion(view);
};

/** A choice by the arrows holds until the text changes: Enter is a line break again to who types on. */
const forgetChoice = EditorState.transactionExtender.of(({ docChanged, startState }) =>
  docChanged && (selectedCompletionIndex(startState) ?? -1) >= 0
    ? { effects: setSelectedCompletion(-1) }
    : null,
);

/**
 * A list of completions that takes no key from who types: nothing in it is chosen when it opens, so that Enter, Space and
 * punctuation are what they always are. Tab takes the first name, a click any, and Enter the one that the arrows chose.
 */
export const completionList: Extension = [
  autocompletion({
    selectOnOpen: false,
    defaultKeymap: false,
    maxRenderedOptions: mostNames,
    // What a name is stands beside it in words: the icons are characters that many fonts lack.
    icons: false,
  }),
  forgetChoice,
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
      { key: 'Tab', run: acceptLikeliest },
      // Does nothing while none is chosen.
      { key: 'Enter', run: acceptCompletion },
    ]),
  ),
];
