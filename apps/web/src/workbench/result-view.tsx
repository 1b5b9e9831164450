import { Alert, Button, Menu, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ColumnInfo, Statement } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { copyText } from '../app/copy-text.js';
import { Icon } from '../app/icon.js';
import { showError } from '../app/show-error.js';
import { useStoredLook } from '../app/stored.js';
import { ChartSide } from '../charts/chart-side.js';
import { arrange, type Sorting } from '../grid/arrange.js';
import { copyFormats, type CopyFormat } from '../grid/copy-formats.js';
import { pageRowsOf } from '../grid/page-rows.js';
import { coveredRows, mostRowsInPage } from '../grid/coverage.js';
import { readerOf, readerOfRows } from '../grid/result-rows.js';
import { ResultGrid } from '../grid/result-grid.js';
import { boundsOf, type Selection } from '../grid/selection.js';
import type { ShownColumn } from '../grid/use-columns.js';
import { CellDrawer, type OpenedCell } from './cell-drawer.js';
import { DownloadMenu } from './download-menu.js';
import { countOf, durationOf } from './format.js';

interface ResultViewProps {
  statement: Statement & { columns: ColumnInfo[] };
  /** The table without a chart beside it. */
  isAlone?: boolean;
}

/** The rows of one statement, with all that can be done with them. */
export function ResultView({ statement, isAlone = false }: ResultViewProps) {
  const { id, columns } = statement;
  const rowCount = statement.rowCount ?? 0;
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [selected, setSelected] = useState<SelectedCells | null>(null);
  const [opened, setOpened] = useState<OpenedCell | null>(null);
  const [isChartOpen, setChartOpen] = useStoredLook('chart-open', false);
  const read = useMemo(() => readerOf(id), [id]);
  const isArranged = filter.trim() !== '' || sorting !== null;
  const local = useQuery({
    queryKey: ['rows', id, rowCount],
    queryFn: ({ signal }) => read(0, mostRowsInPage, signal),
    enabled: isArranged,
    staleTime: Infinity,
    gcTime: 0,
  });
  const arranged = useMemo(
    () => (isArranged && local.data ? arrange(local.data, columns, filter, sorting) : null),
    [isArranged, local.data, columns, filter, sorting],
  );
  const shownReader = useMemo(
    () => (arranged === null ? read : readerOfRows(arranged)),
    [arranged, read],
  );
  const onSort = (index: number): void => {
    if (sorting?.index !== index) setSorting({ index, isDescending: false });
    else setSorting(sorting.isDescending ? null : { index, isDescending: true });
  };
  const isLarge = rowCount > mostRowsInPage;
  const filterLabel = isLarge ? `Filter ${coveredRows(rowCount)}` : 'Filter rows';
  const copy = useCopy(columns, arranged?.length ?? rowCount, shownReader, selected);
  return (
    <div className="column fill">
      <div className="bar">
        <Totals statement={statement} shown={arranged?.length ?? null} />
        <div className="grow" />
        <TextInput
          size="xs"
          w={isLarge ? 280 : undefined}
          aria-label={filterLabel}
          placeholder={filterLabel}
          title={filterLabel}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        {!isAlone && (
          <Button
            variant={isChartOpen ? 'filled' : 'default'}
            aria-pressed={isChartOpen}
            leftSection={<Icon name="chart" size={14} />}
            onClick={() => setChartOpen(!isChartOpen)}
          >
            Chart
          </Button>
        )}
        <CopyMenu covers={copiedRows(arranged?.length ?? rowCount, selected)} onCopy={copy} />
        <DownloadMenu statementId={id} isDisabled={statement.status !== 'finished'} />
      </div>
      {isArranged && isLarge && (
        <Alert color="yellow" p={6}>
          Sorting and filtering cover {coveredRows(rowCount)}. To cover all rows, add ORDER BY or
          WHERE to the query.
        </Alert>
      )}
      <div className="rows-and-chart grow">
        <div className="grow">
          <ResultGrid
            key={id}
            columns={columns}
            rowCount={arranged?.length ?? rowCount}
            read={shownReader}
            pageRows={pageRowsOf(statement)}
            sorting={sorting}
            sortHint={isLarge ? `sort ${coveredRows(rowCount)}` : 'sort'}
            onSort={onSort}
            onOpen={(column, value) => setOpened({ column, value })}
            onSelect={(selection, shown) => setSelected({ selection, shown })}
            onCopy={() => copy('TSV')}
          />
        </div>
        {isChartOpen && !isAlone && <ChartSide statement={statement} />}
      </div>
      <CellDrawer cell={opened} onClose={() => setOpened(null)} />
    </div>
  );
}

interface SelectedCells {
  selection: Selection;
  shown: ShownColumn[];
}

/** What a copy holds, in words. */
function copiedRows(rowCount: number, selected: SelectedCells | null): string {
  if (selected === null) return coveredRows(rowCount);
  const { top, bottom } = boundsOf(selected.selection);
  const count = bottom - top + 1;
  return count > mostRowsInPage ? coveredRows(count, 'selected rows') : 'the selected cells';
}

function useCopy(
  columns: ColumnInfo[],
  rowCount: number,
  read: ReturnType<typeof readerOf>,
  selected: SelectedCells | null,
): (format: CopyFormat) => void {
  const blockOf = async () => {
    if (selected === null) {
      const rows = await read(0, Math.min(rowCount, mostRowsInPage), new AbortController().signal);
      return { columns, rows, of: rowCount };
    }
    const { top, bottom, left, right } = boundsOf(selected.selection);
    const chosen = selected.shown.slice(left, right + 1);
    const count = bottom - top + 1;
    const limit = Math.min(count, mostRowsInPage);
    const rows = await read(top, limit, new AbortController().signal);
    return {
      columns: chosen.map(({ column }) => column),
      rows: rows.map((row) => chosen.map(({ index }) => row[index])),
      of: count,
    };
  };
  return (format) => {
    blockOf()
      .then(async (block) => {
        await copyText(copyFormats[format](block));
        notifications.show({ message: `Copied ${coveredRows(block.of)}` });
      })
      .catch((error: unknown) => showError(error, 'Nothing was copied'));
  };
}

interface CopyMenuProps {
  /** What is copied, in words. */
  covers: string;
  onCopy(format: CopyFormat): void;
}

function CopyMenu({ covers, onCopy }: CopyMenuProps) {
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="copy" size={14} />}>
          Copy
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Copy {covers} as</Menu.Label>
        {(Object.keys(copyFormats) as CopyFormat[]).map((format) => (
          <Menu.Item key={format} onClick={() => onCopy(format)}>
            {format}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Totals({ statement, shown }: { statement: Statement; shown: number | null }) {
  const { rowCount, truncatedBy, durationMs, status } = statement;
  return (
    <Text size="sm" component="span" role="status">
      {shown !== null && `${countOf(shown)} of `}
      {countOf(rowCount ?? 0)} {rowCount === 1 ? 'row' : 'rows'}
      {status === 'started' && ' so far'}
      {durationMs !== null && ` in ${durationOf(durationMs)}`}
      {truncatedBy !== null && (
        <Text span c="orange.9" fw={600}>
          {' '}
          cut at the limit of {truncatedBy}: there are more
        </Text>
      )}
    </Text>
  );
}
