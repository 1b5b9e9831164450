import type { MouseEvent } from 'react';
import type { TreeRow } from './tree-rows.js';

interface TreeItemProps {
  row: TreeRow;
  index: number;
  top: number;
  isSelected: boolean;
  onClick(): void;
  onInsert(): void;
  onSelectFrom(): void;
  onMenu(event: MouseEvent): void;
}

const levels = { schema: 1, table: 2, column: 3, part: 3 } as const;

/** A schema, table, column, key or index in the tree. */
export function TreeItem(props: TreeItemProps) {
  const { row, index, top, isSelected, onClick, onInsert, onSelectFrom, onMenu } = props;
  return (
    <div
      id={`tree-${index}`}
      className="tree-row"
      role="treeitem"
      aria-level={levels[row.kind]}
      aria-expanded={isExpanded(row)}
      aria-selected={isSelected}
      data-kind={row.kind}
      style={{ top }}
      title={row.kind === 'table' ? row.table.description : row.description}
      onClick={onClick}
      onDoubleClick={onInsert}
    >
      <ItemContent row={row} />
      {row.kind === 'table' && (
        <>
          <RowButton
            className="tree-action"
            label={`First rows of ${row.name}`}
            title="First 100 rows"
            onClick={onSelectFrom}
          />
          <RowButton
            className="tree-action tree-more"
            label={`Actions for ${row.name}`}
            title="Actions"
            onClick={onMenu}
          />
        </>
      )}
    </div>
  );
}

function isExpanded(row: TreeRow): boolean | undefined {
  if (row.kind === 'schema') return row.isOpen;
  return row.kind === 'table' ? row.isOpen || row.hasHits : undefined;
}

interface RowButtonProps {
  className: string;
  label: string;
  title: string;
  onClick(event: MouseEvent): void;
}

const RowButton = ({ className, label, title, onClick }: RowButtonProps) => (
  <button
    type="button"
    className={className}
    tabIndex={-1}
    aria-label={label}
    title={title}
    onClick={(event) => {
      event.stopPropagation();
      onClick(event);
    }}
  />
);

/**
 * An icon drawn by the style sheet. With three `svg` elements per row, the browser creates a layer for each and
 * positions it again in every frame.
 */
const TreeIcon = ({ name }: { name: 'down' | 'right' | 'table' | 'view' }) => (
  <i className="tree-icon" data-icon={name} />
);

function ItemContent({ row }: { row: TreeRow }) {
  switch (row.kind) {
    case 'schema':
      return (
        <>
          <TreeIcon name={row.isOpen ? 'down' : 'right'} />
          <span className="ellipsis">{row.name}</span>
          <small>{row.count}</small>
        </>
      );
    case 'table':
      return (
        <>
          <TreeIcon name={row.isOpen || row.hasHits ? 'down' : 'right'} />
          <TreeIcon name={row.table.type.includes('view') ? 'view' : 'table'} />
          <MarkedName name={row.name} match={row.match} />
          {row.estimate !== '' && <small>{row.estimate}</small>}
        </>
      );
    case 'column':
      return (
        <>
          <MarkedName name={row.name} match={row.match} />
          {row.keyMark !== '' && <b className="tree-key">{row.keyMark}</b>}
          <small className="ellipsis">{row.dataType}</small>
        </>
      );
    case 'part':
      return (
        <>
          <span className="ellipsis">{row.name}</span>
          <small>{row.note}</small>
        </>
      );
  }
}

/** A name with the part that matches the search marked. */
function MarkedName({ name, match }: { name: string; match: string }) {
  const at = match === '' ? -1 : name.toLowerCase().indexOf(match);
  if (at === -1) return <span className="ellipsis">{name}</span>;
  return (
    <span className="ellipsis">
      {name.slice(0, at)}
      <mark>{name.slice(at, at + match.length)}</mark>
      {name.slice(at + match.length)}
    </span>
  );
}
