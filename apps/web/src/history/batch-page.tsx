import { Button, Center, Loader } from '@mantine/core';
import type { Batch } from '@sluice/contracts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { OwnChartProvider } from '../charts/own-chart-provider.js';
import { CompareButtons } from '../compare/compare-buttons.js';
import { parametersText } from '../parameters/parameters-text.js';
import { executedText } from '../results/executed-text.js';
import { ResultsPane } from '../results/results-pane.js';
import { RunUnavailable } from '../results/run-unavailable.js';
import { useBatch } from '../results/use-batch.js';
import { runAgain } from '../runs/run-again.js';
import { ShareRunButton } from '../shares/share-run.js';
import { openRun } from '../tabs/tabs.js';
import { formatTime } from '../ui/format.js';
import { usePageTitle } from '../ui/page-title.js';
import { showError } from '../ui/show-error.js';

const route = getRouteApi('/signed-in/batches/$batchId');

/** A run with its stored results. Nothing runs again. */
export function BatchPage() {
  const { batchId } = route.useParams();
  const watched = useBatch(batchId);
  const { batch } = watched;
  usePageTitle(batch?.name ?? 'Run');
  if (batch === undefined) {
    return watched.error === null ? <Loading /> : <RunUnavailable error={watched.error} />;
  }
  return (
    <div className="column fill">
      <BatchHead batch={batch} />
      <div className="grow">
        <OwnChartProvider saved={batch.chart}>
          <ResultsPane watched={watched} />
        </OwnChartProvider>
      </div>
    </div>
  );
}

const Loading = () => (
  <Center h="100%">
    <Loader role="status" aria-label="Loading the run" />
  </Center>
);

function BatchHead({ batch }: { batch: Batch }) {
  const navigate = useNavigate();
  const openInEditor = async (): Promise<void> => {
    openRun(batch);
    await navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
  };
  const again = async (): Promise<void> => {
    await navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
    await runAgain(batch.id);
  };
  return (
    <>
      <div className="bar">
        <h1 className="bar-title">
          {batch.name ?? 'Run'} of {formatTime(batch.startTime)}
        </h1>
        <div className="grow" />
        <CompareButtons batchId={batch.id} />
        <ShareRunButton run={batch} />
        <Button
          variant="default"
          disabled={batch.status === 'started'}
          onClick={() => void again().catch(showError)}
        >
          Run again
        </Button>
        <Button variant="default" onClick={() => void openInEditor()}>
          Open in editor
        </Button>
      </div>
      <pre className="run-text mono" tabIndex={0} aria-label="SQL">
        {executedText(batch)}
      </pre>
      {batch.parameters !== null && (
        <div className="bar mono" role="note" aria-label="Parameters">
          <span className="ellipsis">{parametersText(batch.parameters)}</span>
        </div>
      )}
    </>
  );
}
