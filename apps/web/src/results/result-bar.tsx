import { Button, TextInput } from '@mantine/core';
import type { Statement } from '@sluice/contracts';
import { useContext, type ReactNode } from 'react';
import type { SharedRun } from '../shares/run-rights.js';
import { ShareRunIcon } from '../shares/share-run.js';
import { formatCount, formatDuration, formatRows } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { keyNames } from '../ui/key-names.js';
import type { CopyFormat } from './copy-formats.js';
import { CopyMenu } from './copy-menu.js';
import { CopyRunLink } from './copy-run-link.js';
import { DownloadMenu } from './download-menu.js';
import { ResultActions } from './result-actions.js';
import { coveredRows } from './row-coverage.js';
import type { ArrangedRows } from './arranged-rows.js';

interface ResultBarProps {
  /** The status of the run; without it the bar shows the duration of the statement. */
  status?: ReactNode;
  /** The run that the bar can share. */
  run: SharedRun | undefined;
  statement: Statement;
  rows: ArrangedRows;
  /** Null where the page shows no chart. */
  chart: { isOpen: boolean; onToggle(): void } | null;
  copyCoverage: string;
  onCopy(format: CopyFormat): void;
}

/** The bar above the grid: status, totals, filter, chart, copy and download. */
export function ResultBar(props: ResultBarProps) {
  const { status, run, statement, rows, chart, copyCoverage, onCopy } = props;
  const rowCount = statement.rowCount ?? 0;
  const filterLabel = rows.coversAll ? 'Filter rows' : `Filter ${coveredRows(rowCount)}`;
  return (
    <div className="bar result-bar">
      {status}
      <Totals statement={statement} matchCount={rows.matchCount} showsTime={status === undefined} />
      <div className="grow" />
      <TextInput
        size="xs"
        leftSection={<Icon name="filter" size={14} />}
        aria-label={filterLabel}
        placeholder={filterLabel}
        title={filterLabel}
        value={rows.filter}
        onChange={(event) => rows.setFilter(event.currentTarget.value)}
      />
      {chart !== null && (
        <Button
          variant={chart.isOpen ? 'light' : 'subtle'}
          color={chart.isOpen ? 'accent' : 'gray'}
          aria-pressed={chart.isOpen}
          aria-keyshortcuts="Alt+C"
          title={`Show or hide the chart (${keyNames().alt}+C)`}
          leftSection={<Icon name="chart" size={14} />}
          onClick={chart.onToggle}
        >
          Chart
        </Button>
      )}
      {useContext(ResultActions)}
      <CopyRunLink batchId={statement.batchId} />
      {run !== undefined && <ShareRunIcon run={run} />}
      <CopyMenu coverage={copyCoverage} onCopy={onCopy} />
      <DownloadMenu
        statementId={statement.id}
        rows={rows}
        isDisabled={statement.status !== 'finished'}
      />
    </div>
  );
}

interface TotalsProps {
  statement: Statement;
  matchCount: number | null;
  showsTime: boolean;
}

function Totals({ statement, matchCount, showsTime }: TotalsProps) {
  const { rowCount, truncatedBy, durationMs, status } = statement;
  return (
    <span className="row-totals" role="status">
      {matchCount !== null && `${formatCount(matchCount)} of `}
      {formatRows(rowCount ?? 0)}
      {status === 'started' && ' so far'}
      {showsTime && durationMs !== null && ` in ${formatDuration(durationMs)}`}
      {truncatedBy !== null && <strong> truncated by the limit of {truncatedBy}</strong>}
    </span>
  );
}
