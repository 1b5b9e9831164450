import './data-table.css';
import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatCount } from './format.js';

/** A column of a table. */
export interface TableColumn<Row> {
  label: string;
  cell(row: Row): ReactNode;
  /** Does not wrap, e.g. times. */
  isOneLine?: boolean;
}

interface DataTableProps<Row> {
  /** The accessible name. */
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  keyOf(row: Row): string;
  /** The text shown without rows. */
  empty: string;
}

/** Rendering more rows at once makes the page slow. */
const PAGE_ROWS = 200;

/** A table, or cards in a narrow window. It renders {@link PAGE_ROWS} rows and offers more. */
export function DataTable<Row>({ label, columns, rows, keyOf, empty }: DataTableProps<Row>) {
  const [limit, setLimit] = useState(PAGE_ROWS);
  if (rows.length === 0) return <p className="data-table-empty">{empty}</p>;
  return (
    <>
      <div className="data-table" tabIndex={0} role="group" aria-label={`${label}, table`}>
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.label} scope="col">
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <DataRow key={keyOf(row)} columns={columns} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > limit && (
        <Group py="sm">
          <Text size="sm">
            {formatCount(limit)} of {formatCount(rows.length)}
          </Text>
          <Button variant="default" onClick={() => setLimit(limit + PAGE_ROWS)}>
            Show more
          </Button>
        </Group>
      )}
    </>
  );
}

function DataRow<Row>({ columns, row }: { columns: TableColumn<Row>[]; row: Row }) {
  return (
    <tr>
      {columns.map(({ label, cell, isOneLine }) => (
        // The label is shown in a narrow window, where a row is a card.
        <td key={label} data-label={label} {...(isOneLine === true && { className: 'one-line' })}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}
