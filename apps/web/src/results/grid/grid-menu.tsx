import { Menu } from '@mantine/core';
import type { ColumnInfo } from '@sluice/contracts';
import { copyText } from '../../ui/copy-text.js';
import { showError } from '../../ui/show-error.js';
import { valueFilter, type ColumnFilter } from '../column-filters.js';
import { formatsOf } from './column-formats.js';
import type { CellAt } from './selection.js';
import type { Sorting } from './sort-and-filter.js';
import type { ColumnFormats } from './use-column-formats.js';
import type { ColumnLayout, ShownColumn } from './use-columns.js';

/** The place of a menu, in pixels of the window. */
export interface GridMenuPlace {
  /** The position of its column among the shown ones. */
  place: number;
  left: number;
  top: number;
  /** The row of its cell; null if it was opened for a heading. */
  row: number | null;
}

/** Returns the place below the heading of a cell's column, for a menu that a key opens. */
export function placeBelow(
  grid: HTMLElement | null,
  { row, column: place }: CellAt,
): GridMenuPlace | null {
  const heading = grid?.querySelector(`[role=columnheader][aria-colindex="${place + 1}"]`);
  if (heading == null) return null;
  const { left, bottom } = heading.getBoundingClientRect();
  return { place, left, top: bottom, row };
}

/** Filters of columns; absent where the rows cannot be filtered by column. */
export interface GridFiltering {
  /** Indexes of the filtered columns. */
  filtered: ReadonlySet<number>;
  /** Shows the values of a column and its filter. */
  onOpen(index: number): void;
  onAdd(filter: ColumnFilter): void;
}

interface GridMenuProps {
  at: GridMenuPlace;
  layout: ColumnLayout;
  formats: ColumnFormats;
  filtering: GridFiltering | undefined;
  /** The value of the cell; undefined for a heading, and while its row is loading. */
  value: unknown;
  sorting: Sorting | null;
  /** End of the tooltip “Click a heading to …”; says which rows sorting covers. */
  sortHint: string;
  onSorting(sorting: Sorting | null): void;
  onFit(column: ShownColumn, place: number): void;
  onSelectColumn(place: number): void;
  onOpenCell(at: CellAt): void;
  onOpenRow(at: CellAt): void;
  onClose(): void;
}

/** The actions of a column, and of a cell if it was opened for one. */
export function GridMenu(props: GridMenuProps) {
  const { at, layout, onClose } = props;
  const shown = layout.columns[at.place];
  if (shown === undefined) return null;
  return (
    <Menu
      opened
      onClose={onClose}
      withinPortal
      position="bottom-start"
      offset={0}
      // The first item has the focus at once.
      withInitialFocusPlaceholder={false}
      // Without keys: the key that opens the menu would close it when it arrives at the document.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <button
          type="button"
          className="grid-menu-place"
          tabIndex={-1}
          aria-label={`Menu of ${shown.column.name}`}
          style={{ left: at.left, top: at.top }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${shown.column.name}`}>
        {at.row !== null && <CellItems {...props} cell={{ row: at.row, column: at.place }} />}
        <SortItems {...props} index={shown.index} />
        <FilterItems {...props} index={shown.index} />
        <Menu.Divider />
        <LayoutItems {...props} shown={shown} />
        <FormatItems
          column={shown.column}
          index={shown.index}
          formats={props.formats}
          // The formatted values are measured after they are rendered.
          onChange={() => requestAnimationFrame(() => props.onFit(shown, at.place))}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

const CellItems = ({ cell, onOpenCell, onOpenRow }: GridMenuProps & { cell: CellAt }) => (
  <>
    <Menu.Item onClick={() => onOpenCell(cell)}>Show value</Menu.Item>
    <Menu.Item onClick={() => onOpenRow(cell)}>Show row</Menu.Item>
    <Menu.Divider />
  </>
);

function SortItems(props: GridMenuProps & { index: number }) {
  const { index, sorting, sortHint, onSorting } = props;
  const title = `Click a heading to ${sortHint}`;
  const isSorted = sorting?.index === index;
  return (
    <>
      {[false, true].map((isDescending) => (
        <Menu.Item
          key={String(isDescending)}
          title={title}
          disabled={isSorted && sorting.isDescending === isDescending}
          onClick={() => onSorting({ index, isDescending })}
        >
          {isDescending ? 'Sort descending' : 'Sort ascending'}
        </Menu.Item>
      ))}
      {isSorted && <Menu.Item onClick={() => onSorting(null)}>Stored order</Menu.Item>}
    </>
  );
}

function FilterItems({ filtering, value, index }: GridMenuProps & { index: number }) {
  if (filtering === undefined) return null;
  const choices = [true, false].map((isKept) => ({
    label: isKept ? 'Only this value' : 'Without this value',
    filter: value === undefined ? null : valueFilter(index, value, isKept),
  }));
  return (
    <>
      <Menu.Divider />
      <Menu.Item onClick={() => filtering.onOpen(index)}>Values and filter</Menu.Item>
      {choices.map(
        ({ label, filter }) =>
          filter !== null && (
            <Menu.Item key={label} onClick={() => filtering.onAdd(filter)}>
              {label}
            </Menu.Item>
          ),
      )}
    </>
  );
}

function LayoutItems(props: GridMenuProps & { shown: ShownColumn }) {
  const { at, shown, layout, onFit, onSelectColumn } = props;
  const { column, index, isPinned } = shown;
  const copyName = (): void => {
    copyText(column.name).catch((error: unknown) => showError(error, 'Copy failed'));
  };
  return (
    <>
      <Menu.Item onClick={() => onSelectColumn(at.place)}>Select column</Menu.Item>
      <Menu.Item onClick={copyName}>Copy name</Menu.Item>
      <Menu.Item onClick={() => layout.togglePin(index)}>{isPinned ? 'Unpin' : 'Pin'}</Menu.Item>
      <Menu.Item onClick={() => onFit(shown, at.place)}>Fit width</Menu.Item>
      <Menu.Item disabled={layout.columns.length === 1} onClick={() => layout.hide(index)}>
        Hide
      </Menu.Item>
      {layout.hiddenCount > 0 && (
        <Menu.Item onClick={layout.showAll}>
          Show {layout.hiddenCount} hidden {layout.hiddenCount === 1 ? 'column' : 'columns'}
        </Menu.Item>
      )}
    </>
  );
}

/** The value of the choice that shows a column as stored. */
const STORED = 'stored';

interface FormatItemsProps {
  column: ColumnInfo;
  index: number;
  formats: ColumnFormats;
  onChange(): void;
}

function FormatItems({ column, index, formats, onChange }: FormatItemsProps) {
  const choices = Object.entries(formatsOf(column));
  if (choices.length === 0 && !formats.hasAny) return null;
  return (
    <>
      <Menu.Divider />
      {choices.length > 0 && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item>Format</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown>
            <Menu.RadioGroup
              value={formats.of(index) ?? STORED}
              onChange={(format) => {
                formats.set(index, format === STORED ? null : format);
                onChange();
              }}
            >
              <Menu.RadioItem closeMenuOnClick value={STORED}>
                as stored
              </Menu.RadioItem>
              {choices.map(([format, example]) => (
                <Menu.RadioItem key={format} closeMenuOnClick value={format}>
                  {example}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      {formats.hasAny && (
        <Menu.CheckboxItem closeMenuOnClick checked={formats.isRaw} onChange={formats.setRaw}>
          All columns as stored
        </Menu.CheckboxItem>
      )}
    </>
  );
}
