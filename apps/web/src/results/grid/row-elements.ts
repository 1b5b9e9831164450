import { useRef } from 'react';

/** The rendered rows, and the element of the first one. */
export interface RenderedRows {
  from: number;
  /** The number of row elements. */
  elements: number;
  first: number;
}

/**
 * Assigns rows from `from` on to the existing elements. Creating elements at each frame while the scroll bar is
 * dragged took 25 % more work. After a short scroll each row keeps its element, so few elements move in the
 * document. After a long scroll all elements stay and show other rows, which is less work.
 */
export function assignElements(
  last: RenderedRows | null,
  from: number,
  elements: number,
): RenderedRows {
  if (last?.elements !== elements) return { from, elements, first: 0 };
  const moved = from - last.from;
  const isShort = 3 * Math.abs(moved) < elements;
  return { from, elements, first: isShort ? modulo(last.first + moved, elements) : last.first };
}

/** Returns the element that shows a row. */
export const elementOf = ({ from, elements, first }: RenderedRows, row: number): number =>
  modulo(first + row - from, elements);

/** Returns the element of each rendered row, as a React key. At most `elements` rows are rendered. */
export function useRowElements(from: number, elements: number): (row: number) => number {
  const last = useRef<RenderedRows | null>(null);
  const rendered = assignElements(last.current, from, elements);
  last.current = rendered;
  return (row) => elementOf(rendered, row);
}

const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;
