import { codeFolding, foldGutter, foldKeymap, foldService, syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

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

/** Folding of statements, subqueries and comments that take several lines. */
export const folding: Extension = [
  codeFolding({ placeholderText: '…' }),
  foldGutter({ openText: '⌄', closedText: '›' }),
  foldService.of(foldedParentheses),
  keymap.of(foldKeymap),
];
