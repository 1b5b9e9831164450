import { Button, Text, TextInput } from '@mantine/core';
import type { Statement } from '@sluice/contracts';
import { formatCount, formatDuration } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import type { CopyFormat } from './copy-formats.js';
import { CopyMenu } from './copy-menu.js';
import { DownloadMenu } from './download-menu.js';
import { coveredRows } from './row-coverage.js';
import type { ArrangedRows } from './arranged-rows.js';

interface ResultBarProps {
  statement: Statement;
  rows: ArrangedRows;
  /** Null where the page shows no chart. */
  chart: { isOpen: boolean; onToggle(): void } | null;
  copyCoverage: string;
  onCopy(format: CopyFormat): void;
}

/** The bar above the grid: totals, filter, chart, copy and download. */
export function ResultBar({ statement, rows, chart, copyCoverage, onCopy }: ResultBarProps) {
  const rowCount = statement.rowCount ?? 0;
  const filterLabel = rows.coversAll ? 'Filter rows' : `Filter ${coveredRows(rowCount)}`;
  return (
    <div className="bar">
      <Totals statement={statement} matchCount={rows.matchCount} />
      <div className="grow" />
      <TextInput
        size="xs"
        w={rows.coversAll ? undefined : 280}
        aria-label={filterLabel}
        placeholder={filterLabel}
        title={filterLabel}
        value={rows.filter}
        onChange={(event) => rows.setFilter(event.currentTarget.value)}
      />
      {chart !== null && (
        <Button
          variant={chart.isOpen ? 'filled' : 'default'}
          aria-pressed={chart.isOpen}
          leftSection={<Icon name="chart" size={14} />}
          onClick={chart.onToggle}
        >
          Chart
        </Button>
      )}
      <CopyMenu coverage={copyCoverage} onCopy={onCopy} />
      <DownloadMenu statementId={statement.id} isDisabled={statement.status !== 'finished'} />
    </div>
  );
}

function Totals({ statement, matchCount }: { statement: Statement; matchCount: number | null }) {
  const { rowCount, truncatedBy, durationMs, status } = statement;
  return (
    <Text size="sm" component="span" role="status">
      {matchCount !== null && `${formatCount(matchCount)} of `}
      {formatCount(rowCount ?? 0)} {rowCount === 1 ? 'row' : 'rows'}
      {status === 'started' && ' so far'}
      {durationMs !== null && ` in ${formatDuration(durationMs)}`}
      {truncatedBy !== null && (
        <Text span c="orange.9" fw={600}>
          {' '}
          truncated by the limit of {truncatedBy}
        </Text>
      )}
    </Text>
  );
}
