/** A range of a text, in UTF-16 units; `to` is exclusive. */
export interface TextRange {
  from: number;
  to: number;
}
