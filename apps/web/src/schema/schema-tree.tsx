import { Text } from '@mantine/core';
import type { ConnectionSchema } from '@sluice/contracts';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { Suspense, useRef, useState, type MouseEvent } from 'react';
import { quoteName } from './quote-name.js';
import type { SchemaPlace } from './schema-place.js';
import { TreeItem } from './tree-item.js';
import { handleTreeKey, type TreeActions } from './tree-keys.js';
import type { MenuPlace, TreeMenuActions } from './tree-menu.js';
import { namesOf, tableKeyOf, type ColumnRow, type TableRow, type TreeRow } from './tree-rows.js';
import { useShownPlace } from './use-shown-place.js';
import { useTreeRows } from './use-tree-rows.js';
import { lazyPart } from '../ui/lazy-part.js';

const TreeMenu = lazyPart(() => import('./tree-menu.js'));
const DdlDialog = lazyPart(() => import('./ddl-dialog.js'));

const ROW_PIXELS = 24;

interface SchemaTreeProps {
  connectionId: string;
  dialect: string | undefined;
  schema: ConnectionSchema;
  search: string;
  /** The table or column to show; each new object shows it again. */
  shown: SchemaPlace | null;
  onInsert(text: string): void;
  /** Opens a query of the first rows of a table. */
  onSelectFrom(sql: string): void;
  onProfile(column: ColumnRow): void;
}

/** A virtualised tree of tables and columns. */
export function SchemaTree(props: SchemaTreeProps) {
  const { connectionId, dialect, shown, onInsert, onSelectFrom, onProfile } = props;
  const host = useRef<HTMLDivElement>(null);
  const tree = useTreeRows(props);
  const { rows } = tree;
  const [focused, setFocused] = useState(0);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [ddlRow, setDdlRow] = useState<TableRow | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => host.current,
    estimateSize: () => ROW_PIXELS,
    overscan: 12,
  });
  const nameOf = (row: TreeRow, isQualified: boolean): string =>
    namesOf(row, isQualified ? null : tree.defaultSchema)
      .map((name) => quoteName(name, dialect))
      .join('.');
  const actions: TreeActions = {
    focus: (index) => {
      setFocused(index);
      virtual.scrollToIndex(index);
    },
    toggle: tree.toggle,
    insert: (row) => onInsert(nameOf(row, false)),
    selectFrom: (row) => onSelectFrom(`select *\nfrom ${nameOf(row, true)}\nlimit 100`),
  };
  useShownPlace(shown, tree, actions.focus);
  const menuActions: TreeMenuActions = {
    ...actions,
    nameOf,
    insert: onInsert,
    showDdl: setDdlRow,
    showProfile: onProfile,
    isFavourite: ({ schema, name }) => tree.favourites.keys.includes(tableKeyOf(schema, name)),
    toggleFavourite: ({ schema, name }) => tree.favourites.toggle(tableKeyOf(schema, name)),
  };
  const openMenu = (index: number, event: MouseEvent): void => {
    const row = rows[index];
    if (row === undefined || row.kind === 'part') return;
    event.preventDefault();
    setFocused(index);
    setMenu({ row, ...placeOf(event, index) });
  };
  if (rows.length === 0)
    return <TreeNote text={tree.isSearching ? 'No matching tables or columns' : 'No tables'} />;
  return (
    <>
      <div
        ref={host}
        className="tree grow"
        role="tree"
        tabIndex={0}
        aria-label="Tables and columns"
        aria-activedescendant={`tree-${focused}`}
        onKeyDown={(event) => handleTreeKey(event, rows, focused, actions)}
        onContextMenu={(event) => openMenu(indexAt(event.target) ?? focused, event)}
      >
        <VisibleRows
          rows={rows}
          virtual={virtual}
          focused={focused}
          onClick={(index, row) => {
            setFocused(index);
            if (row.kind === 'schema' || row.kind === 'table') tree.toggle(row.key);
          }}
          onInsert={actions.insert}
          onSelectFrom={actions.selectFrom}
          onMenu={openMenu}
        />
      </div>
      {menu !== null && (
        <Suspense fallback={null}>
          <TreeMenu place={menu} actions={menuActions} onClose={() => setMenu(null)} />
        </Suspense>
      )}
      {ddlRow !== null && (
        <Suspense fallback={null}>
          <DdlDialog connectionId={connectionId} row={ddlRow} onClose={() => setDdlRow(null)} />
        </Suspense>
      )}
    </>
  );
}

interface VisibleRowsProps {
  rows: TreeRow[];
  virtual: Virtualizer<HTMLDivElement, Element>;
  focused: number;
  onClick(index: number, row: TreeRow): void;
  onInsert(row: TreeRow): void;
  onSelectFrom(row: TableRow): void;
  onMenu(index: number, event: MouseEvent): void;
}

/** The rows of the tree that are in view. */
function VisibleRows(props: VisibleRowsProps) {
  const { rows, virtual, focused, onClick, onInsert, onSelectFrom, onMenu } = props;
  return (
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
            onClick={() => onClick(index, row)}
            onInsert={() => row.kind !== 'part' && onInsert(row)}
            onSelectFrom={() => row.kind === 'table' && onSelectFrom(row)}
            onMenu={(event) => onMenu(index, event)}
          />
        );
      })}
    </div>
  );
}

/** Returns the index of the row that contains an element. */
function indexAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('.tree-row') : null;
  return row === null ? null : Number(row.id.replace('tree-', ''));
}

/** Returns where a menu opens: at the pointer, or below the row if a key opened it. */
function placeOf({ clientX, clientY, detail, type }: MouseEvent, index: number) {
  const isPointer = type === 'contextmenu' ? clientX > 0 : detail > 0;
  const row = document.getElementById(`tree-${index}`)?.getBoundingClientRect();
  if (isPointer || row === undefined) return { left: clientX, top: clientY };
  return { left: row.left + ROW_PIXELS, top: row.bottom };
}

/** A note in place of the tree. */
export const TreeNote = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" p="sm">
    {text}
  </Text>
);
