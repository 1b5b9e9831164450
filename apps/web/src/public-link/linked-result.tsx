import { Alert, Button, Menu, TextInput } from '@mantine/core';
import type { LinkedBatch } from '@sluice/contracts';
import { useContext, useState } from 'react';
import { mountPath } from '../http/client.js';
import { CellDrawer, type OpenedCell } from '../results/cell-drawer.js';
import { ChartSlot } from '../results/chart-slot.js';
import { downloadFormats } from '../results/download-formats.js';
import { pageRowsOf } from '../results/grid/page-size.js';
import { ResultGrid } from '../results/grid/result-grid.js';
import { coveredRows, MAX_LOCAL_ROWS } from '../results/row-coverage.js';
import type { SelectedCells } from '../results/selected-cells.js';
import { SelectionBar } from '../results/selection-bar.js';
import { useArrangedRows } from '../results/use-arranged-rows.js';
import { useCopy } from '../results/use-copy.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { formatCount, formatRows } from '../ui/format.js';
import { Icon } from '../ui/icon.js';

type LinkedStatement = LinkedBatch['statements'][number];

interface LinkedResultProps {
  batch: LinkedBatch;
  statement: LinkedStatement;
}

/** The rows of one statement with its chart. The page shows the first rows of a large result. */
export function LinkedResult({ batch, statement }: LinkedResultProps) {
  const { columns } = statement;
  const shownCount = Math.min(statement.rowCount, MAX_LOCAL_ROWS);
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const [opened, setOpened] = useState<OpenedCell | null>(null);
  const [isChartOpen, setChartOpen] = useState(batch.chart !== null);
  const renderChart = useContext(ChartSlot);
  const shown = { ...statement, rowCount: shownCount };
  const size = { ...shown, bytes: null };
  const rows = useArrangedRows(shown);
  const { read, rowCount, matchCount } = rows;
  const copy = useCopy({ columns, rowCount, read, selected });
  return (
    <div className="column fill">
      <div className="bar result-bar">
        <span className="row-totals" role="status">
          {matchCount !== null && `${formatCount(matchCount)} of `}
          {formatRows(shownCount)}
        </span>
        <div className="grow" />
        <TextInput
          size="xs"
          leftSection={<Icon name="filter" size={14} />}
          aria-label="Filter rows"
          placeholder="Filter rows"
          value={rows.filter}
          onChange={(event) => rows.setFilter(event.currentTarget.value)}
        />
        <Button
          variant={isChartOpen ? 'light' : 'subtle'}
          color={isChartOpen ? 'accent' : 'gray'}
          aria-pressed={isChartOpen}
          leftSection={<Icon name="chart" size={14} />}
          onClick={() => setChartOpen(!isChartOpen)}
        >
          Chart
        </Button>
        {batch.allowDownload && <Download batch={batch} statement={statement} />}
      </div>
      <Missing statement={statement} shownCount={shownCount} />
      <ErrorAlert error={rows.error} />
      <div className="rows-and-chart grow">
        <div className="grow">
          <ResultGrid
            columns={columns}
            rowCount={rowCount}
            read={read}
            pageRows={pageRowsOf(size)}
            sorting={rows.sorting}
            sortHint="sort"
            onSorting={rows.setSorting}
            onOpen={(column, value) => setOpened({ column, value })}
            onSelect={(selection, shownColumns) => setSelected({ selection, shown: shownColumns })}
            onCopy={() => copy('TSV')}
          />
        </div>
        {isChartOpen && renderChart?.(shown)}
      </div>
      <SelectionBar size={size} rowCount={rowCount} read={read} selected={selected} />
      <CellDrawer cell={opened} onClose={() => setOpened(null)} />
    </div>
  );
}

/** Says which rows the page does not show. */
function Missing({ statement, shownCount }: { statement: LinkedStatement; shownCount: number }) {
  const { storedRowCount, incomplete } = statement;
  const texts = [
    shownCount < storedRowCount &&
      `The page shows ${coveredRows(storedRowCount, 'rows', shownCount)}.`,
    incomplete && 'The result was truncated by a limit.',
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;
  return (
    <Alert color="yellow" p={6}>
      {texts.join(' ')}
    </Alert>
  );
}

/** Public links offer no Parquet. */
const linkFormats = downloadFormats.filter(({ extension }) => extension !== 'parquet');

const Download = ({ batch: { linkId }, statement: { id } }: LinkedResultProps) => (
  <Menu withinPortal position="bottom-end">
    <Menu.Target>
      <Button variant="subtle" color="gray" leftSection={<Icon name="download" size={14} />}>
        Download
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {linkFormats.map(({ extension, label }) => (
        <Menu.Item
          key={extension}
          component="a"
          href={`${mountPath}/api/links/${linkId}/statements/${id}/download.${extension}`}
          download
        >
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
