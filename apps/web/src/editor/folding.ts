import { codeFolding, foldGutter, foldKeymap, foldService, syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';

/** Returns the text between the last parentheses that open in a line and close in a later one. */
function foldedParentheses(
  state: EditorState,
  from: number,
  lineEnd: number,
): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null;
  syntaxTree(state).iterate({
    from,
    to: lineEnd,
    enter: (node) => {
      if (node.name !== 'Parens' || node.from < from || node.to <= lineEnd) return;
      found = { from: node.from + 1, to: node.to - 1 };
    },
  });
  return found;
}

/**
 * Returns the “…” in place of folded text. It unfolds as soon as the button is pressed: the cursor would move then, and
 * the highlight of matching brackets would replace the element before the button is released.
 *
 * @param unfold also prevents what the browser does by default
 */
function foldPlaceholder({ state }: EditorView, unfold: (event: Event) => void): HTMLElement {
  const element = document.createElement('span');
  element.textContent = '…';
  element.className = 'cm-foldPlaceholder';
  element.title = state.phrase('unfold');
  element.setAttribute('aria-label', state.phrase('folded code'));
  element.addEventListener('mousedown', (event) => {
    if (event.button === 0) unfold(event);
  });
  // Assistive technology may send only this event.
  element.addEventListener('click', unfold);
  return element;
}

/** Folding of statements, subqueries and comments that take several lines. */
export const folding: Extension = [
  codeFolding({ placeholderDOM: foldPlaceholder }),
  foldGutter({ openText: '⌄', closedText: '›' }),
  foldService.of(foldedParentheses),
  keymap.of(foldKeymap),
];
