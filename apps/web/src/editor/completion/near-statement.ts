import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** UTF-16 units around a position that are analysed; most statements are shorter. */
const MAX_DISTANCE = 20_000;

/** The text of a statement around a position. */
export interface NearStatement {
  text: string;
  /** Its offset in the document. */
  from: number;
  /** The text is the whole statement. */
  isWhole: boolean;
}

/**
 * Returns the statement at a position, within {@link MAX_DISTANCE}. It takes the statements from the parser of the
 * editor, which has them at each key.
 */
export function nearStatement(state: EditorState, pos: number): NearStatement {
  const { topNode } = syntaxTree(state);
  const at = topNode.childBefore(pos) ?? topNode.childAfter(pos);
  const isEnded = at !== null && at.to < pos && state.sliceDoc(at.to - 1, at.to) === ';';
  const from = isEnded ? at.to : (at?.from ?? pos);
  const to = isEnded ? (topNode.childAfter(pos)?.from ?? state.doc.length) : (at?.to ?? pos);
  // Starts at a token boundary; a start inside a literal would invert all later literals.
  const nearest = syntaxTree(state).resolveInner(Math.max(from, pos - MAX_DISTANCE), 1);
  const nearFrom = pos - MAX_DISTANCE > from ? Math.min(nearest.to, pos) : from;
  const nearTo = Math.max(pos, Math.min(to, pos + MAX_DISTANCE));
  const isWhole = nearFrom <= from && nearTo >= to;
  return { text: state.sliceDoc(nearFrom, nearTo), from: nearFrom, isWhole };
}
