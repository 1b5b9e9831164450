import { Alert, Button, Center, Loader } from '@mantine/core';
import type { Batch, Query } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { OwnChartProvider } from '../charts/own-chart-provider.js';
import { errorText } from '../http/client.js';
import { reads } from '../http/reads.js';
import { inputsOfSearch, searchOf } from '../parameters/address-parameters.js';
import { firstProblem, sentParameters } from '../parameters/checked-parameters.js';
import { definitionsOf, inputsOfNames } from '../parameters/defined-inputs.js';
import { ParameterForm, parameterFormId, type RefusedRun } from '../parameters/parameter-form.js';
import { useParameterNames } from '../parameters/use-parameter-names.js';
import { ResultsPane } from '../results/results-pane.js';
import { useBatch } from '../results/use-batch.js';
import { CopyTextButton } from '../ui/copy-text-button.js';
import { EmptyState } from '../ui/empty-state.js';
import { AnchorLink } from '../ui/links.js';
import { usePageTitle } from '../ui/page-title.js';
import { showError } from '../ui/show-error.js';
import { useAction } from '../ui/use-action.js';
import { ALWAYS_RUN, MaxAgeSelect, maxAgeOfSearch, searchOfMaxAge } from './max-age.js';
import { ReusedNote } from './reused-note.js';
import { runQuery } from './run-query.js';
import { useDialect } from './use-dialect.js';

const route = getRouteApi('/signed-in/run/$queryId');

/** Runs a saved query without the editor: its parameters, the rows and the chart. */
export function RunPage() {
  const { queryId } = route.useParams();
  const saved = useQuery(reads.savedQuery(queryId));
  usePageTitle(saved.data?.query.name ?? '');
  if (saved.error !== null) return <Alert m="md" color="red" title={errorText(saved.error)} />;
  if (saved.data === undefined) {
    return (
      <Center h="100%">
        <Loader role="status" aria-label="Loading the query" />
      </Center>
    );
  }
  return <RunnableQuery key={queryId} query={saved.data.query} />;
}

function RunnableQuery({ query }: { query: Query }) {
  const [entered, setEntered] = useState(() => inputsOfSearch(location.search));
  const [refused, setRefused] = useState<RefusedRun>();
  const [maxAge, setMaxAge] = useState(() => maxAgeOfSearch(location.search));
  const [started, setStarted] = useState<Batch | null>(null);
  const batchId = started?.id ?? null;
  const names = useParameterNames(query.queryText, useDialect(query.connectionId));
  const definitions = useMemo(() => definitionsOf(query.parameters), [query.parameters]);
  const inputs = inputsOfNames(entered, names, definitions);
  const watched = useBatch(batchId);
  const isRunning = watched.batch?.status === 'started';
  const start = useAction(async (isFresh: boolean) => {
    const problem = firstProblem(inputs, names, definitions);
    if (problem !== undefined) {
      setRefused({ name: problem.name });
      showError(new Error(problem.message), 'The query was not run');
      return;
    }
    const maxAgeSeconds = maxAge === ALWAYS_RUN ? undefined : isFresh ? 0 : Number(maxAge);
    const sent = sentParameters(inputs, names, definitions);
    const batch = await runQuery(query, { ...sent, maxAgeSeconds });
    if (batch !== null) setStarted(batch);
  });
  return (
    <div className="column fill">
      <div className="bar">
        <h1 className="bar-title">{query.name}</h1>
        <div className="grow" />
        <AnchorLink to="/queries/$queryId" params={{ queryId: query.id }} size="sm">
          Open in editor
        </AnchorLink>
        <MaxAgeSelect value={maxAge} onChange={setMaxAge} />
        <Button type="submit" form={parameterFormId} loading={start.isBusy} disabled={isRunning}>
          Run
        </Button>
      </div>
      <ParameterForm
        names={names}
        inputs={inputs}
        definitions={definitions}
        refused={refused}
        onChange={(name, input) => setEntered((all) => ({ ...all, [name]: input }))}
        onRun={() => void start.run(false)}
      >
        <CopyTextButton
          label="Copy link with values"
          text={`${location.origin}${location.pathname}?${searchOf(inputs, names)}${searchOfMaxAge(maxAge)}`}
        />
      </ParameterForm>
      {start.error !== null && <Alert m="md" color="red" title={errorText(start.error)} />}
      {started?.reusedFromBatchId != null && (
        <ReusedNote batch={started} isBusy={start.isBusy} onRunAgain={() => void start.run(true)} />
      )}
      <section className="grow" aria-label="Results">
        {batchId === null ? (
          <EmptyState title="Not run yet">
            <p>The rows and the chart of the run appear here.</p>
          </EmptyState>
        ) : (
          <OwnChartProvider key={batchId} saved={query.chart}>
            <ResultsPane watched={watched} />
          </OwnChartProvider>
        )}
      </section>
    </div>
  );
}
