/** Row height in pixels; the same value is `--row-height` in ui/tokens.css. */
export const ROW_HEIGHT = 24;

/** Browsers limit the height of an element to about 33 million pixels. */
const MAX_ELEMENT_HEIGHT = 30_000_000;

/** Maps rows to positions in a scrolled element. */
export interface RowGeometry {
  /** Height of the scrolled element in pixels. */
  height: number;
  /** Returns the first visible row at a scroll position, and how many of its pixels are above the edge. */
  at(scrollTop: number): { row: number; hidden: number };
  /** Returns the scroll position that puts a row at the top edge. */
  topOf(row: number): number;
}

/** Returns the geometry of a grid. Above about a million rows, one pixel of scrolling passes several pixels of rows. */
export function rowGeometry(rowCount: number, viewportHeight: number): RowGeometry {
  const whole = rowCount * ROW_HEIGHT;
  const height = Math.min(whole, MAX_ELEMENT_HEIGHT);
  const maxTop = Math.max(0, height - viewportHeight);
  const wholeMaxTop = Math.max(0, whole - viewportHeight);
  const scale = maxTop === 0 ? 1 : wholeMaxTop / maxTop;
  return {
    height,
    at: (scrollTop) => {
      const top = Math.min(wholeMaxTop, Math.max(0, scrollTop * scale));
      const row = Math.floor(top / ROW_HEIGHT);
      return { row, hidden: top - row * ROW_HEIGHT };
    },
    topOf: (row) => Math.min(maxTop, (row * ROW_HEIGHT) / scale),
  };
}

/** Returns the first and last column between two horizontal positions. `lefts` ends with the total width. */
export function visibleColumns(lefts: number[], from: number, to: number): [number, number] {
  let first = 0;
  while (first < lefts.length - 2 && (lefts[first + 1] ?? 0) <= from) first++;
  let last = first;
  while (last < lefts.length - 2 && (lefts[last + 1] ?? 0) < to) last++;
  return [first, last];
}

/** Returns the left edge of each column, and the right edge of the last one. */
export function leftsOf(widths: number[]): number[] {
  const lefts = [0];
  for (const width of widths) lefts.push((lefts.at(-1) ?? 0) + width);
  return lefts;
}
