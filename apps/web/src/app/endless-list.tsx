import './endless-list.css';
import { Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

interface EndlessListProps<T> {
  label: string;
  items: T[];
  keyOf(item: T): string;
  rowPixels: number;
  hasMore: boolean;
  isReading: boolean;
  /** Reads the next page. */
  onMore(): void;
  children(item: T): ReactNode;
}

/** Rows of one height of which only those in sight are drawn; more are read near the end. */
export function EndlessList<T>(props: EndlessListProps<T>) {
  const { label, items, keyOf, rowPixels, hasMore, isReading, onMore, children } = props;
  const host = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => host.current,
    estimateSize: () => rowPixels,
    overscan: 8,
  });
  const rows = virtual.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? -1;
  useEffect(() => {
    if (hasMore && !isReading && lastShown >= items.length - 10) onMore();
  }, [hasMore, isReading, lastShown, items.length, onMore]);
  return (
    <div ref={host} className="endless" role="list" aria-label={label} tabIndex={0}>
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
                className="endless-row"
                style={{ height: rowPixels, transform: `translateY(${start}px)` }}
              >
                {children(item)}
              </div>
            )
          );
        })}
      </div>
      {isReading && <Loader size="sm" m="sm" role="status" aria-label="Reading more" />}
    </div>
  );
}
