import './infinite-list.css';
import { Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

interface InfiniteListProps<T> {
  label: string;
  items: T[];
  keyOf(item: T): string;
  /** Height of a row. */
  rowPixels: number;
  /** Height of a row that is shown as a card, in a narrow window. */
  cardPixels: number;
  hasMore: boolean;
  isLoading: boolean;
  /** Loads the next page. */
  onMore(): void;
  children(item: T): ReactNode;
}

/** A virtualised list of rows of equal height; it loads more near the end. */
export function InfiniteList<T>(props: InfiniteListProps<T>) {
  const { label, items, keyOf, hasMore, isLoading, onMore, children } = props;
  const isNarrow = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false });
  const rowPixels = isNarrow ? props.cardPixels : props.rowPixels;
  const host = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => host.current,
    estimateSize: () => rowPixels,
    overscan: 8,
  });
  useEffect(() => virtual.measure(), [virtual, rowPixels]);
  const rows = virtual.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasMore && !isLoading && lastShown >= items.length - 10) onMore();
  }, [hasMore, isLoading, lastShown, items.length, onMore]);
  return (
    <div
      ref={host}
      className="infinite-list"
      role="list"
      aria-label={label}
      aria-busy={isLoading}
      tabIndex={0}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {rows.map(({ index, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <div
                key={keyOf(item)}
                role="listitem"
                aria-posinset={index + 1}
                aria-setsize={hasMore ? -1 : items.length}
                className="infinite-list-row"
                style={{ height: rowPixels, transform: `translateY(${start}px)` }}
              >
                {children(item)}
              </div>
            )
          );
        })}
      </div>
      {isLoading && <Loader size="sm" m="sm" aria-hidden />}
    </div>
  );
}
