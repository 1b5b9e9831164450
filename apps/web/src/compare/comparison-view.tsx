import './compare.css';
import { Alert, Button, Center, Loader, MultiSelect, SegmentedControl } from '@mantine/core';
import type { Comparison, RowChange } from '@sluice/contracts';
import { useState } from 'react';
import type { StatementWithColumns } from '../results/chart-slot.js';
import { EmptyState } from '../ui/empty-state.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { formatCount, formatRows } from '../ui/format.js';
import { DifferenceTable } from './difference-table.js';
import { changeLabels, suggestedKeys } from './differences.js';
import { useComparison } from './use-comparison.js';

const ALL = 'all';
const changes: RowChange[] = ['added', 'removed', 'changed'];

interface ComparisonViewProps {
  before: StatementWithColumns;
  after: StatementWithColumns;
}

/** The differences of two results, with the choice of keys and kinds. */
export function ComparisonView({ before, after }: ComparisonViewProps) {
  const { columns } = after;
  const [keys, setKeys] = useState(() => suggestedKeys(columns));
  const [change, setChange] = useState<RowChange | null>(null);
  const comparison = useComparison({ beforeId: before.id, afterId: after.id, keys, change });
  const summary = comparison.data?.pages[0];
  return (
    <div className="column fill">
      <div className="bar">
        <MultiSelect
          size="xs"
          aria-label="Key columns"
          placeholder={keys.length === 0 ? 'Key columns: whole rows' : ''}
          data={columns.map(({ name }, at) => ({ value: String(at), label: name }))}
          value={keys.map(String)}
          onChange={(chosen) => setKeys(chosen.map(Number).toSorted((a, b) => a - b))}
        />
        {summary !== undefined && (
          <ChangeFilter summary={summary} value={change} onChange={setChange} />
        )}
      </div>
      <ErrorAlert error={comparison.error} />
      {summary !== undefined && summary.repeatedKeys > 0 && keys.length > 0 && (
        <Alert color="yellow" p={6}>
          The key does not identify every row: {formatRows(summary.repeatedKeys)} repeat a key. Rows
          with the same key are compared in their stored order.
        </Alert>
      )}
      <div className="grow differences-pane" role="region" aria-label="Differences" tabIndex={0}>
        {comparison.isLoading && (
          <Center h="100%">
            <Loader role="status" aria-label="Comparing" />
          </Center>
        )}
        {summary?.total === 0 && <NoDifferences summary={summary} isFiltered={change !== null} />}
        {summary !== undefined && summary.total > 0 && (
          <DifferenceTable
            columns={columns}
            differences={comparison.data?.pages.flatMap(({ rows }) => rows) ?? []}
          />
        )}
        {comparison.hasNextPage && (
          <Button
            variant="default"
            m="sm"
            loading={comparison.isFetchingNextPage}
            onClick={() => void comparison.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

interface ChangeFilterProps {
  summary: Comparison;
  /** Null: all differences. */
  value: RowChange | null;
  onChange(change: RowChange | null): void;
}

function ChangeFilter({ summary, value, onChange }: ChangeFilterProps) {
  const all = summary.added + summary.removed + summary.changed;
  const options = [
    { value: ALL, label: `All ${formatCount(all)}` },
    ...changes.map((change) => ({
      value: change,
      label: `${changeLabels[change]} ${formatCount(summary[change])}`,
    })),
  ];
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Kind of difference"
        data={options}
        value={value ?? ALL}
        onChange={(chosen) => onChange(changes.find((change) => change === chosen) ?? null)}
      />
      <span className="row-totals">{formatRows(summary.unchanged)} unchanged</span>
    </>
  );
}

const NoDifferences = ({ summary, isFiltered }: { summary: Comparison; isFiltered: boolean }) => (
  <EmptyState title={isFiltered ? 'No differences of this kind' : 'The results are equal'}>
    <p>{formatRows(summary.unchanged)} are in both results with the same values.</p>
  </EmptyState>
);
