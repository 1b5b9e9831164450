/** Height of a row in pixels; the style sheet has the same. */
export const rowHeight = 28;

/** Browsers make no element higher than about 33 million pixels. */
const highestElement = 30_000_000;

/** How rows lie on an element that is scrolled, however many there are. */
export interface RowGeometry {
  /** Pixels of the scrolled element. */
  height: number;
  /** The first row at a scroll position, and how many pixels of it are above the edge. */
  at(scrollTop: number): { row: number; hidden: number };
  /** The scroll position that brings a row to the top edge. */
  topOf(row: number): number;
}

/** Up to a million rows lie as they are; of more, each pixel of scrolling passes over several. */
export function rowGeometry(rowCount: number, viewportHeight: number): RowGeometry {
  const whole = rowCount * rowHeight;
  const height = Math.min(whole, highestElement);
  const most = Math.max(0, height - viewportHeight);
  const wholeMost = Math.max(0, whole - viewportHeight);
  const scale = most === 0 ? 1 : wholeMost / most;
  return {
    height,
    at: (scrollTop) => {
      const top = Math.min(wholeMost, Math.max(0, scrollTop * scale));
      const row = Math.floor(top / rowHeight);
      return { row, hidden: top - row * rowHeight };
    },
    topOf: (row) => Math.min(most, (row * rowHeight) / scale),
  };
}

/** Which columns are seen between two horizontal positions; `lefts` ends with the whole width. */
export function visibleColumns(lefts: number[], from: number, to: number): [number, number] {
  let first = 0;
  while (first < lefts.length - 2 && (lefts[first + 1] ?? 0) <= from) first++;
  let last = first;
  while (last < lefts.length - 2 && (lefts[last + 1] ?? 0) < to) last++;
  return [first, last];
}

/** Where each column begins, and where the last one ends. */
export function leftsOf(widths: number[]): number[] {
  const lefts = [0];
  for (const width of widths) lefts.push((lefts.at(-1) ?? 0) + width);
  return lefts;
}
