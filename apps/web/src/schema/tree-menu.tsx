import { Menu } from '@mantine/core';
import { copyText } from '../ui/copy-text.js';
import { showError } from '../ui/show-error.js';
import type { ColumnRow, TableRow, TreeRow } from './tree-rows.js';

/** A row with a menu, and where the menu opens. */
export interface MenuPlace {
  row: TreeRow;
  left: number;
  top: number;
}

/** Actions of the menu of a row. */
export interface TreeMenuActions {
  /** Returns the quoted names of a row, with its schema if `isQualified`. */
  nameOf(row: TreeRow, isQualified: boolean): string;
  insert(text: string): void;
  selectFrom(row: TableRow): void;
  showDdl(row: TableRow): void;
  showProfile(row: ColumnRow): void;
  isFavourite(row: TableRow): boolean;
  toggleFavourite(row: TableRow): void;
}

interface TreeMenuProps {
  place: MenuPlace;
  actions: TreeMenuActions;
  onClose(): void;
}

/** The actions of a row of the schema tree. */
export default function TreeMenu({ place, actions, onClose }: TreeMenuProps) {
  const { row, left, top } = place;
  const copy = (text: string): void => {
    copyText(text).catch((error: unknown) => showError(error, 'Copy failed'));
  };
  const qualified = actions.nameOf(row, true);
  return (
    <Menu opened onClose={onClose} withinPortal position="bottom-start" offset={0}>
      <Menu.Target>
        <span className="tree-menu-place" style={{ left, top }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${row.name}`}>
        {row.kind === 'table' && <TableItems row={row} actions={actions} />}
        {row.kind === 'column' && (
          <Menu.Item onClick={() => actions.showProfile(row)}>Column profile</Menu.Item>
        )}
        <Menu.Item onClick={() => actions.insert(actions.nameOf(row, false))}>
          Insert name
        </Menu.Item>
        {qualified !== actions.nameOf(row, false) && (
          <Menu.Item onClick={() => actions.insert(qualified)}>Insert qualified name</Menu.Item>
        )}
        <Menu.Item onClick={() => copy(qualified)}>Copy name</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function TableItems({ row, actions }: { row: TableRow; actions: TreeMenuActions }) {
  return (
    <>
      <Menu.Item onClick={() => actions.selectFrom(row)}>First 100 rows</Menu.Item>
      <Menu.Item onClick={() => actions.showDdl(row)}>Show DDL</Menu.Item>
      <Menu.Item onClick={() => actions.toggleFavourite(row)}>
        {actions.isFavourite(row) ? 'Remove from favourites' : 'Add to favourites'}
      </Menu.Item>
    </>
  );
}
