import './data-table.css';
import { Button, Group, Table, Text } from '@mantine/core';
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

/** A table that renders {@link PAGE_ROWS} rows and offers more. */
export function DataTable<Row>({ label, columns, rows, keyOf, empty }: DataTableProps<Row>) {
  const [limit, setLimit] = useState(PAGE_ROWS);
  if (rows.length === 0) {
    return (
      <Text c="dimmed" size="sm" py="sm">
        {empty}
      </Text>
    );
  }
  return (
    <>
      <Table.ScrollContainer minWidth={600} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={label} verticalSpacing={6} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.label}>{column.label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, limit).map((row) => (
              <DataRow key={keyOf(row)} columns={columns} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
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
    <Table.Tr>
      {columns.map(({ label, cell, isOneLine }) => (
        <Table.Td key={label} {...(isOneLine === true && { className: 'one-line' })}>
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
