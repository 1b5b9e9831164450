import { Alert, Center, Loader, Stack, Text } from '@mantine/core';
import type { BatchListItem, Query, Statement } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ChartView } from '../charts/chart-view.js';
import { suggestedChart } from '../charts/suggested-chart.js';
import { call, errorText } from '../http/client.js';
import { reads } from '../http/reads.js';
import type { StatementWithColumns } from '../results/chart-slot.js';
import { ResultView } from '../results/result-view.js';
import { ResultsPane } from '../results/results-pane.js';
import { useBatch } from '../results/use-batch.js';
import { formatTime } from '../ui/format.js';
import { AnchorLink, ButtonLink } from '../ui/links.js';
import { usePageTitle } from '../ui/page-title.js';

/** The table of the last run of a query. */
export const QueryTablePage = () => (
  <LastRun>{(statement) => <ResultView key={statement.id} statement={statement} />}</LastRun>
);

/** The chart of the last run of a query. */
export const QueryChartPage = () => (
  <LastRun>{(statement, query) => <SavedChart statement={statement} query={query} />}</LastRun>
);

/** The saved chart; the user may change to the suggested one, e.g. if the result lacks a column. */
function SavedChart({ statement, query }: { statement: StatementWithColumns; query: Query }) {
  const [isAutomatic, setAutomatic] = useState(false);
  const saved = isAutomatic ? null : query.chart;
  return (
    <ChartView
      statement={statement}
      chart={saved ?? suggestedChart(statement.columns, statement.rowCount ?? 0)}
      name={query.name}
      onAutomatic={saved === null ? undefined : () => setAutomatic(true)}
    />
  );
}

interface LastRunProps {
  children(statement: StatementWithColumns, query: Query): ReactNode;
}

function LastRun({ children }: LastRunProps) {
  const { queryId = '' } = useParams({ strict: false });
  const saved = useQuery(reads.savedQuery(queryId));
  const lastId = useLastBatchId(queryId);
  const watched = useBatch(lastId.data ?? null);
  const { batch } = watched;
  usePageTitle(saved.data?.query.name ?? '');
  const error = saved.error ?? lastId.error ?? watched.error;
  if (error != null) return <Alert m="md" color="red" title={errorText(error)} />;
  if (saved.data === undefined || lastId.data === undefined) return <Loading />;
  const { query } = saved.data;
  if (lastId.data === null) return <NeverRun query={query} />;
  if (batch === undefined) return <Loading />;
  const statement = batch.statements.findLast(hasColumns);
  return (
    <div className="column fill">
      <div className="bar">
        <h1 className="bar-title">{query.name}</h1>
        <Text size="sm" c="dimmed">
          as of {formatTime(batch.startTime)}
        </Text>
        <div className="grow" />
        <AnchorLink to="/queries/$queryId" params={{ queryId: query.id }} size="sm">
          Open in editor
        </AnchorLink>
      </div>
      <div className="grow">
        {statement === undefined ? <ResultsPane watched={watched} /> : children(statement, query)}
      </div>
    </div>
  );
}

/** Reads the ID of the last run; null if there is none. */
const useLastBatchId = (queryId: string) =>
  useQuery({
    queryKey: ['last-run', queryId],
    queryFn: async ({ signal }) => {
      const path = `/api/batches?limit=1&queryId=${encodeURIComponent(queryId)}`;
      const [newest] = await call<BatchListItem[]>('GET', path, { signal });
      return newest?.id ?? null;
    },
    staleTime: 0,
    // The query may have run in another window.
    refetchOnWindowFocus: true,
  });

const hasColumns = (statement: Statement): statement is StatementWithColumns =>
  statement.columns !== null && statement.error === null;

const Loading = () => (
  <Center h="100%">
    <Loader role="status" aria-label="Loading the last run" />
  </Center>
);

const NeverRun = ({ query }: { query: Query }) => (
  <Stack p="lg" align="flex-start">
    <Text component="h1" fw={600} m={0}>
      {query.name}
    </Text>
    <Text c="dimmed" size="sm">
      No stored run. You have not run this query yet, or its runs were deleted by retention.
    </Text>
    <ButtonLink to="/queries/$queryId" params={{ queryId: query.id }}>
      Open in editor
    </ButtonLink>
  </Stack>
);
