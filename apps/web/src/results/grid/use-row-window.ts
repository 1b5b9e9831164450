import { useEffect, useMemo, useReducer, useState } from 'react';
import { useRowElements } from './row-elements.js';
import { createRowPages, type ReadRows, type RowPages } from './row-pages.js';
import type { Viewport } from './use-viewport.js';
import { ROW_HEIGHT, rowGeometry, type RowGeometry } from './viewport.js';

const OVERSCAN_ROWS = 6;

interface RowWindowOptions {
  rowCount: number;
  read: ReadRows;
  /** Rows per page; later changes of this value have no effect. */
  pageRows: number;
  viewport: Viewport;
}

/** The rows to render, and the pages that hold them. */
export interface RowWindow {
  pages: RowPages;
  geometry: RowGeometry;
  /** Pixels below the header. */
  bodyHeight: number;
  /** The first visible row, and its pixels above the top edge. */
  topRow: number;
  hidden: number;
  /** The rows to render. */
  rows: number[];
  /** The element that renders a row, as a React key. */
  elementOf(row: number): number;
}

/** Reads the rows in view, page by page. */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { rowCount, read, viewport } = options;
  const [, render] = useReducer((count: number) => count + 1, 0);
  const [pageRows] = useState(options.pageRows);
  const pages = useMemo(() => createRowPages(read, pageRows, render), [read, pageRows]);
  useEffect(() => () => pages.close(), [pages]);
  const bodyHeight = Math.max(0, viewport.height - ROW_HEIGHT);
  const geometry = rowGeometry(rowCount, bodyHeight);
  const { row: topRow, hidden } = geometry.at(viewport.scrollTop);
  const visibleRows = Math.ceil(bodyHeight / ROW_HEIGHT);
  const from = Math.max(0, topRow - OVERSCAN_ROWS);
  const to = Math.min(rowCount, topRow + visibleRows + OVERSCAN_ROWS);
  const elementOf = useRowElements(from, visibleRows + 2 * OVERSCAN_ROWS);
  useEffect(() => pages.request(from, to, rowCount), [pages, from, to, rowCount]);
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return { pages, geometry, bodyHeight, topRow, hidden, rows, elementOf };
}
