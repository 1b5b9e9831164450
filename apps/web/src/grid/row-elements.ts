import { useRef } from 'react';

/** Which rows are drawn, and which of the elements shows the first of them. */
export interface DrawnRows {
  from: number;
  /** Elements there are, each for one row. */
  elements: number;
  first: number;
}

/**
 * Gives rows from `from` on the elements that are there: making new ones for each frame of a scroll bar that
 * is dragged took the page a quarter more work. After a short way each row keeps its element, and few are
 * moved in the document; after a longer one it is less work that all stay and show other rows.
 */
export function drawFrom(last: DrawnRows | null, from: number, elements: number): DrawnRows {
  if (last?.elements !== elements) return { from, elements, first: 0 };
  const moved = from - last.from;
  const isShort = 3 * Math.abs(moved) < elements;
  return { from, elements, first: isShort ? modulo(last.first + moved, elements) : last.first };
}

/** The element that shows a row. */
export const elementOf = ({ from, elements, first }: DrawnRows, row: number): number =>
  modulo(first + row - from, elements);

/** The element of each drawn row, as a key for React; at most `elements` rows are drawn. */
export function useRowElements(from: number, elements: number): (row: number) => number {
  const last = useRef<DrawnRows | null>(null);
  const drawn = drawFrom(last.current, from, elements);
  last.current = drawn;
  return (row) => elementOf(drawn, row);
}

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;
