import type { TreeRow } from './tree-rows.js';

interface TreeItemProps {
  row: TreeRow;
  index: number;
  top: number;
  isSelected: boolean;
  onClick(): void;
  onInsert(): void;
  onSelectFrom(): void;
}

const levels = { schema: 1, table: 2, column: 3 } as const;

/** A schema, table or column in the tree. */
export function TreeItem(props: TreeItemProps) {
  const { row, index, top, isSelected, onClick, onInsert, onSelectFrom } = props;
  return (
    <div
      id={`tree-${index}`}
      className="tree-row"
      role="treeitem"
      aria-level={levels[row.kind]}
      aria-expanded={row.kind === 'column' ? undefined : row.isOpen}
      aria-selected={isSelected}
      data-kind={row.kind}
      style={{ top }}
      title={row.kind === 'table' ? row.table.description : row.description}
      onClick={onClick}
      onDoubleClick={onInsert}
    >
      <ItemContent row={row} />
      {row.kind === 'table' && (
        <button
          type="button"
          className="tree-action"
          tabIndex={-1}
          aria-label={`First rows of ${row.name}`}
          title="First 100 rows"
          onClick={(event) => {
            event.stopPropagation();
            onSelectFrom();
          }}
        />
      )}
    </div>
  );
}

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
          <TreeIcon name={row.isOpen ? 'down' : 'right'} />
          <TreeIcon name={row.table.type.includes('view') ? 'view' : 'table'} />
          <span className="ellipsis">{row.name}</span>
        </>
      );
    case 'column':
      return (
        <>
          <span className="ellipsis">{row.name}</span>
          <small className="ellipsis">{row.dataType}</small>
        </>
      );
  }
}
