import { Alert } from '@mantine/core';
import { useContext, useState, type ReactNode } from 'react';
import { useStoredLook } from '../ui/browser-storage.js';
import type { SharedRun } from '../shares/run-rights.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { useAltKey } from '../ui/use-alt-key.js';
import { CellDrawer, type OpenedCell } from './cell-drawer.js';
import { ChartSlot, type StatementWithColumns } from './chart-slot.js';
import { ColumnValuesDialog } from './column-values-dialog.js';
import { FilterChips } from './filter-chips.js';
import { pageRowsOf } from './grid/page-size.js';
import { ResultGrid } from './grid/result-grid.js';
import { ResultBar } from './result-bar.js';
import { coveredRows } from './row-coverage.js';
import type { SelectedCells } from './selected-cells.js';
import { SelectionBar } from './selection-bar.js';
import { copyCoverage, useCopy } from './use-copy.js';
import { useArrangedRows } from './use-arranged-rows.js';

interface ResultViewProps {
  statement: StatementWithColumns;
  /** The run that the bar can share; absent where it cannot be shared. */
  run?: SharedRun;
  /** The status of the run, shown in the bar. */
  status?: ReactNode;
  /** The messages of the database. */
  notices?: string[];
}

/** The rows of one statement, with its bar and its chart. */
export function ResultView({ statement, run, status, notices = [] }: ResultViewProps) {
  const { id, columns } = statement;
  const storedCount = statement.rowCount ?? 0;
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const [opened, setOpened] = useState<OpenedCell | null>(null);
  /** The column with shown values. */
  const [valuesOf, setValuesOf] = useState<number | null>(null);
  const [isChartOpen, setChartOpen] = useStoredLook('chart-open', false);
  const renderChart = useContext(ChartSlot);
  const rows = useArrangedRows(statement);
  const toggleChart = (): void => setChartOpen(!isChartOpen);
  useAltKey('KeyC', () => renderChart !== null && toggleChart());
  const { read, rowCount, columnFilters, setColumnFilters } = rows;
  const copy = useCopy({ columns, rowCount, read, selected });
  return (
    <div className="column fill">
      <ResultBar
        status={status}
        run={run}
        statement={statement}
        rows={rows}
        chart={renderChart && { isOpen: isChartOpen, onToggle: toggleChart }}
        copyCoverage={copyCoverage(rowCount, selected)}
        onCopy={copy}
      />
      {rows.isArranged && !rows.coversAll && (
        <Alert color="yellow" p={6}>
          Sorting and filtering cover {coveredRows(storedCount)}. They cover all rows when the
          statement has finished.
        </Alert>
      )}
      {notices.length > 0 && (
        <section className="notices" aria-label="Notices" tabIndex={0}>
          <pre>{notices.join('\n')}</pre>
        </section>
      )}
      <FilterChips filters={columnFilters} columns={columns} onChange={setColumnFilters} />
      <ErrorAlert error={rows.error} />
      <div className="rows-and-chart grow">
        <div className="grow">
          <ResultGrid
            key={id}
            columns={columns}
            rowCount={rowCount}
            read={read}
            pageRows={pageRowsOf(statement)}
            // The service compares the values of a whole result only.
            {...(statement.status === 'finished' && {
              filtering: {
                filtered: new Set(columnFilters.map(({ column }) => column)),
                onOpen: setValuesOf,
                onAdd: (filter) =>
                  setColumnFilters([
                    ...columnFilters.filter(({ column }) => column !== filter.column),
                    filter,
                  ]),
              },
            })}
            sorting={rows.sorting}
            sortHint={rows.coversAll ? 'sort' : `sort ${coveredRows(storedCount)}`}
            onSorting={rows.setSorting}
            onOpen={(column, value) => setOpened({ column, value })}
            onSelect={(selection, shown) => setSelected({ selection, shown })}
            onCopy={() => copy('TSV')}
          />
        </div>
        {isChartOpen && renderChart?.(statement)}
      </div>
      <SelectionBar size={statement} rowCount={rowCount} read={read} selected={selected} />
      {valuesOf !== null && (
        <ColumnValuesDialog
          statementId={id}
          columns={columns}
          index={valuesOf}
          arrangement={rows}
          onFilter={setColumnFilters}
          onClose={() => setValuesOf(null)}
        />
      )}
      <CellDrawer cell={opened} onClose={() => setOpened(null)} />
    </div>
  );
}
