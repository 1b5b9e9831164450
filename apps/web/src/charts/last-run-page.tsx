import { Alert, Anchor, Button, Center, Loader, Stack, Text } from '@mantine/core';
import type { BatchListItem, ColumnInfo, Query, Statement } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, textOf } from '../api/client.js';
import { reads } from '../api/queries.js';
import { timeOf } from '../workbench/format.js';
import { ResultView } from '../workbench/result-view.js';
import { ResultsPane } from '../workbench/results-pane.js';
import { useBatch } from '../workbench/use-batch.js';
import { ChartView } from './chart-view.js';
import { firstGuess } from './first-guess.js';

type WithColumns = Statement & { columns: ColumnInfo[] };

/** The table of a query's last run, alone. */
export const QueryTablePage = () => (
  <LastRun>
    {(statement) => <ResultView key={statement.id} statement={statement} isAlone />}
  </LastRun>
);

/** The chart of a query's last run, alone. */
export const QueryChartPage = () => (
  <LastRun>
    {(statement, query) => (
      <ChartView
        statement={statement}
        chart={query.chart ?? firstGuess(statement.columns, statement.rowCount ?? 0)}
        name={query.name}
      />
    )}
  </LastRun>
);

function LastRun({ children }: { children(statement: WithColumns, query: Query): ReactNode }) {
  const { queryId = '' } = useParams({ strict: false });
  const saved = useQuery(reads.savedQuery(queryId));
  const last = useQuery({
    queryKey: ['last-run', queryId],
    queryFn: async ({ signal }) => {
      const path = `/api/batches?limit=1&queryId=${encodeURIComponent(queryId)}`;
      const [newest] = await call<BatchListItem[]>('GET', path, { signal });
      return newest?.id ?? null;
    },
    staleTime: 0,
    // Whoever comes back to this page may have run the query in another one.
    refetchOnWindowFocus: true,
  });
  const watched = useBatch(last.data ?? null);
  const error = saved.error ?? last.error ?? watched.error;
  if (error != null) return <Alert m="md" color="red" title={textOf(error)} />;
  if (saved.data === undefined || last.data === undefined) return <Reading />;
  const { query } = saved.data;
  if (last.data === null) return <NeverRun query={query} />;
  const { batch } = watched;
  if (batch === undefined) return <Reading />;
  const statement = batch.statements.findLast(hasColumns);
  return (
    <div className="column fill">
      <div className="bar">
        <Text component="h1" fw={600} size="md" m={0}>
          {query.name}
        </Text>
        <Text size="sm" c="dimmed">
          as of {timeOf(batch.startTime)}
        </Text>
        <div className="grow" />
        <Anchor component={Link} to={`/queries/${encodeURIComponent(query.id)}` as never} size="sm">
          Open in the editor
        </Anchor>
      </div>
      <div className="grow">
        {statement === undefined ? <ResultsPane watched={watched} /> : children(statement, query)}
      </div>
    </div>
  );
}

const hasColumns = (statement: Statement): statement is WithColumns =>
  statement.columns !== null && statement.error === null;

const Reading = () => (
  <Center h="100%">
    <Loader role="status" aria-label="Reading the last run" />
  </Center>
);

function NeverRun({ query }: { query: Query }) {
  const navigate = useNavigate();
  return (
    <Stack p="lg" align="flex-start">
      <Text component="h1" fw={600} m={0}>
        {query.name}
      </Text>
      <Text c="dimmed" size="sm">
        You have not run this query yet, or its runs are no longer kept. Open it and run it once.
      </Text>
      <Button
        onClick={() => void navigate({ to: '/queries/$queryId', params: { queryId: query.id } })}
      >
        Open in the editor
      </Button>
    </Stack>
  );
}
