import { simplifySelection } from '@codemirror/commands';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import {
  EditorView,
  crosshairCursor,
  drawSelection,
  keymap,
  rectangularSelection,
  type Command,
} from '@codemirror/view';

const drawing = new Compartment();

/**
 * Draws the cursors in the editor while there are several: the browser draws only one. A single cursor is left to the
 * browser, because drawing it took a third of the time of each key.
 */
const drawSeveral = EditorState.transactionExtender.of(({ startState, newSelection }) => {
  const isSeveral = newSelection.ranges.length > 1;
  if (isSeveral === startState.selection.ranges.length > 1) return null;
  return { effects: drawing.reconfigure(isSeveral ? drawSelection() : []) };
});

/** Leaves one cursor. */
const leaveOne: Command = (view) =>
  view.state.selection.ranges.length > 1 && simplifySelection(view);

/** Several cursors: Alt+click adds one, Alt+drag selects a rectangle. */
export const severalCursors: Extension = [
  EditorState.allowMultipleSelections.of(true),
  // Ctrl/Cmd+click goes to a definition.
  EditorView.clickAddsSelectionRange.of(({ altKey, button }) => altKey && button === 0),
  rectangularSelection(),
  crosshairCursor(),
  drawing.of([]),
  drawSeveral,
  // Before the key closes a completion list that is still loading.
  Prec.highest(keymap.of([{ key: 'Escape', run: leaveOne }])),
];
