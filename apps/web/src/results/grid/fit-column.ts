import type { ColumnLayout, ShownColumn } from './use-columns.js';

const MAX_WIDTH = 1_000;
/** Padding and border of a cell, and the menu button of a heading. */
const [CELL_SPACE, HEADING_SPACE] = [14, 34];

/** Makes a column as wide as its heading and its rendered cells. */
export function fitColumn(
  grid: HTMLElement | null,
  layout: ColumnLayout,
  { index }: ShownColumn,
  place: number,
): void {
  const elements = [...(grid?.querySelectorAll(`[aria-colindex="${place + 1}"]`) ?? [])];
  const widths = elements.map((element) => {
    const isHeading = element.getAttribute('role') === 'columnheader';
    return contentWidth(element) + (isHeading ? HEADING_SPACE : CELL_SPACE);
  });
  if (widths.length > 0) layout.resize(index, Math.min(MAX_WIDTH, Math.ceil(Math.max(...widths))));
}

/** Returns the width of a text, also of the part that its box cuts off. */
function contentWidth(element: Element): number {
  const range = document.createRange();
  const { firstChild } = element;
  if (firstChild === null) return 0;
  range.selectNodeContents(firstChild);
  return range.getBoundingClientRect().width;
}
