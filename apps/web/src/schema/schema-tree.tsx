import { Text } from '@mantine/core';
import type { ConnectionSchema } from '@sluice/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { defaultSchemaOf } from './default-schema.js';
import { TreeItem } from './tree-item.js';
import { namesOf, rowsOf, searchable, type TreeRow } from './tree-rows.js';

const ROW_PIXELS = 24;

interface SchemaTreeProps {
  schema: ConnectionSchema;
  search: string;
  /** Receives the names of a column or table, with the schema if it is needed. */
  onInsert(names: string[]): void;
  /** Receives the names of a table, always with the schema. */
  onSelectFrom(names: string[]): void;
}

/** A virtualised tree of tables and columns. */
export function SchemaTree({ schema, search, onInsert, onSelectFrom }: SchemaTreeProps) {
  const host = useRef<HTMLDivElement>(null);
  const { rows, defaultSchema, isSearching, toggle } = useTreeRows(schema, search);
  const [focused, setFocused] = useState(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => host.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
  });
  const actions: TreeActions = {
    focus: (index) => {
      setFocused(index);
      virtual.scrollToIndex(index);
    },
    toggle,
    insert: (row) => onInsert(namesOf(row, defaultSchema)),
    selectFrom: (row) => onSelectFrom(namesOf(row, null)),
  };
  if (rows.length === 0)
    return <TreeNote text={isSearching ? 'No matching tables or columns' : 'No tables'} />;
  return (
    <div
      ref={host}
      className="tree grow"
      role="tree"
      tabIndex={0}
      aria-label="Tables and columns"
      aria-activedescendant={`tree-${focused}`}
      onKeyDown={(event) => handleKey(event, rows, focused, actions)}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <TreeItem
              key={row.key}
              row={row}
              index={index}
              top={start}
              isSelected={index === focused}
              onClick={() => {
                setFocused(index);
                if (row.kind !== 'column') toggle(row.key);
              }}
              onInsert={() => actions.insert(row)}
              onSelectFrom={() => actions.selectFrom(row)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Returns the visible rows of a tree, and a function that expands or collapses one. */
function useTreeRows(schema: ConnectionSchema, search: string) {
  const prepared = useMemo(() => searchable(schema), [schema]);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const needle = useDeferredValue(search);
  const rows = useMemo(() => {
    const isSingle = prepared.namespaces.length === 1;
    // The only schema, or `public`, is expanded initially.
    const isOpen = (key: string): boolean =>
      toggled.has(key) !== (key === 'public' || (isSingle && !key.includes('\n')));
    return rowsOf(prepared, isOpen, needle);
  }, [prepared, toggled, needle]);
  const toggle = (key: string): void => {
    const next = new Set(toggled);
    if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const defaultSchema = defaultSchemaOf(prepared.namespaces.flatMap(({ name }) => name ?? []));
  return { rows, defaultSchema, isSearching: needle !== '', toggle };
}

interface TreeActions {
  focus(index: number): void;
  toggle(key: string): void;
  insert(row: TreeRow): void;
  selectFrom(row: TreeRow): void;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };

function handleKey(
  event: KeyboardEvent,
  rows: TreeRow[],
  focused: number,
  actions: TreeActions,
): void {
  const row = rows[focused];
  if (row === undefined) return;
  const step = steps[event.key];
  const isToggledBy = { ArrowRight: false, ArrowLeft: true }[event.key];
  if (step !== undefined) {
    actions.focus(Math.max(0, Math.min(rows.length - 1, focused + step)));
  } else if (event.key === 'Enter') {
    if (event.shiftKey && row.kind === 'table') actions.selectFrom(row);
    else if (row.kind === 'column') actions.insert(row);
    else actions.toggle(row.key);
  } else if (row.kind !== 'column' && row.isOpen === isToggledBy) actions.toggle(row.key);
  else return;
  event.preventDefault();
}

/** A note in place of the tree. */
export const TreeNote = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" p="sm">
    {text}
  </Text>
);
