import { Center, Loader } from '@mantine/core';
import type { Batch } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { reads } from '../http/reads.js';
import type { StatementWithColumns } from '../results/chart-slot.js';
import { runNameOf } from '../results/executed-text.js';
import { RunUnavailable } from '../results/run-unavailable.js';
import { EmptyState } from '../ui/empty-state.js';
import { formatTime } from '../ui/format.js';
import { AnchorLink, ButtonLink } from '../ui/links.js';
import { usePageTitle } from '../ui/page-title.js';
import { ComparisonView } from './comparison-view.js';

const route = getRouteApi('/signed-in/compare');

/** Compares the stored results of two runs. */
export function ComparePage() {
  usePageTitle('Compare results');
  const { before: beforeId, after: afterId } = route.useSearch();
  const before = useQuery(reads.batch(beforeId));
  const after = useQuery(reads.batch(afterId));
  const error = before.error ?? after.error;
  if (error !== null) return <RunUnavailable error={error} />;
  if (before.data === undefined || after.data === undefined) return <Loading />;
  const earlier = lastRowsOf(before.data);
  const later = lastRowsOf(after.data);
  return (
    <div className="column fill">
      <div className="bar">
        <h1 className="bar-title">Compare results</h1>
        <RunLink label="Before" batch={before.data} />
        <RunLink label="After" batch={after.data} />
        <div className="grow" />
        <ButtonLink to="/compare" search={{ before: afterId, after: beforeId }} variant="default">
          Swap
        </ButtonLink>
      </div>
      <div className="grow">
        {earlier === undefined || later === undefined ? (
          <EmptyState title="Nothing to compare">
            <p>A run without stored rows cannot be compared.</p>
          </EmptyState>
        ) : (
          <ComparisonView key={`${earlier.id} ${later.id}`} before={earlier} after={later} />
        )}
      </div>
    </div>
  );
}

const RunLink = ({ label, batch }: { label: string; batch: Batch }) => (
  <AnchorLink
    to="/batches/$batchId"
    params={{ batchId: batch.id }}
    size="sm"
    className="ellipsis"
    title={runNameOf(batch)}
  >
    {label}: {runNameOf(batch).slice(0, 40)}, {formatTime(batch.startTime)}
  </AnchorLink>
);

const Loading = () => (
  <Center h="100%">
    <Loader role="status" aria-label="Loading the runs" />
  </Center>
);

/** Returns the last finished statement with rows. */
const lastRowsOf = ({ statements }: Batch): StatementWithColumns | undefined =>
  statements.findLast(
    (statement): statement is StatementWithColumns =>
      statement.columns !== null && statement.status === 'finished',
  );
