import type { ColumnInfo } from '@sluice/contracts';
import { useMemo, useState } from 'react';
import { initialWidth } from './cell-text.js';
import { leftsOf } from './viewport.js';

/** A column with its position and width. */
export interface ShownColumn {
  /** Its index in each row. */
  index: number;
  column: ColumnInfo;
  width: number;
  left: number;
  isPinned: boolean;
}

/** The columns in the order and widths that the user chose. */
export interface ColumnLayout {
  columns: ShownColumn[];
  lefts: number[];
  width: number;
  pinnedWidth: number;
  resize(index: number, width: number): void;
  /** Moves a column to the position of another one; returns its new position. */
  move(index: number, toIndex: number): number;
  /** Pins or unpins a column; returns its new position. */
  togglePin(index: number): number;
  hide(index: number): void;
  hiddenCount: number;
  showAll(): void;
}

const MIN_WIDTH = 40;

const pinnedFirst = (order: number[], pinned: number[]): number[] => [
  ...order.filter((index) => pinned.includes(index)),
  ...order.filter((index) => !pinned.includes(index)),
];

/** Keeps widths, order and pins of the columns of one result. */
export function useColumns(columns: ColumnInfo[]): ColumnLayout {
  const [widths, setWidths] = useState<Record<number, number>>({});
  const [order, setOrder] = useState<number[] | null>(null);
  const [pinned, setPinned] = useState<number[]>([]);
  const [hidden, setHidden] = useState<readonly number[]>([]);
  return useMemo(() => {
    const all = order ?? columns.map((_, index) => index);
    const arranged = pinnedFirst(all, pinned).filter(
      (index) => index < columns.length && !hidden.includes(index),
    );
    const widthOf = (index: number): number => {
      const column = columns[index];
      return widths[index] ?? (column === undefined ? MIN_WIDTH : initialWidth(column));
    };
    const lefts = leftsOf(arranged.map(widthOf));
    const shown = arranged.flatMap((index, place): ShownColumn[] => {
      const column = columns[index];
      if (column === undefined) return [];
      const left = lefts[place] ?? 0;
      return [{ index, column, width: widthOf(index), left, isPinned: pinned.includes(index) }];
    });
    const placeIn = (ordered: number[], pins: number[], index: number): number =>
      pinnedFirst(ordered, pins)
        .filter((each) => !hidden.includes(each))
        .indexOf(index);
    const move = (index: number, toIndex: number): number => {
      const rest = all.filter((each) => each !== index);
      rest.splice(all.indexOf(toIndex), 0, index);
      setOrder(rest);
      return placeIn(rest, pinned, index);
    };
    const togglePin = (index: number): number => {
      const next = pinned.includes(index)
        ? pinned.filter((each) => each !== index)
        : [...pinned, index];
      setPinned(next);
      return placeIn(all, next, index);
    };
    return {
      columns: shown,
      lefts,
      width: lefts.at(-1) ?? 0,
      pinnedWidth: lefts[shown.filter(({ isPinned }) => isPinned).length] ?? 0,
      resize: (index, width) => setWidths({ ...widths, [index]: Math.max(MIN_WIDTH, width) }),
      move,
      togglePin,
      // A grid without columns has no heading to show them again.
      hide: (index) => {
        if (shown.length > 1) setHidden([...hidden, index]);
      },
      hiddenCount: hidden.length,
      showAll: () => setHidden([]),
    };
  }, [columns, order, pinned, hidden, widths]);
}
