import './data-table.css';
import { Button, Group, Table, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { countOf } from '../workbench/format.js';

/** A column: what stands above it, and what is in it. */
export interface TableColumn<Row> {
  label: string;
  cell(row: Row): ReactNode;
  /** Stays on one line, as a time does. */
  isOneLine?: boolean;
}

interface DataTableProps<Row> {
  /** What is listed, for those who cannot see it. */
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  keyOf(row: Row): string;
  /** What is said when there are no rows. */
  empty: string;
}

/** More would make the page slow; whoever looks for something searches. */
const shownAtOnce = 200;

/** Rows of a list, some hundred at first. */
export function DataTable<Row>({ label, columns, rows, keyOf, empty }: DataTableProps<Row>) {
  const [most, setMost] = useState(shownAtOnce);
  const shown = rows.slice(0, most);
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
            {shown.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map((column) => (
                  <Table.Td
                    key={column.label}
                    {...(column.isOneLine === true && { className: 'one-line' })}
                  >
                    {column.cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rows.length > most && (
        <Group py="sm">
          <Text size="sm">
            {countOf(most)} of {countOf(rows.length)}
          </Text>
          <Button variant="default" onClick={() => setMost(most + shownAtOnce)}>
            Show more
          </Button>
        </Group>
      )}
    </>
  );
}
