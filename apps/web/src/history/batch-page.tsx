import { Button } from '@mantine/core';
import type { Batch, Chart } from '@sluice/contracts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ChartProvider } from '../charts/chart-provider.js';
import { ResultsPane } from '../results/results-pane.js';
import { useBatch } from '../results/use-batch.js';
import { openRun } from '../tabs/tabs.js';
import { formatTime } from '../ui/format.js';
import { usePageTitle } from '../ui/page-title.js';

const route = getRouteApi('/signed-in/batches/$batchId');

/** A run with its stored results. Nothing runs again. */
export function BatchPage() {
  const { batchId } = route.useParams();
  const watched = useBatch(batchId);
  const { batch } = watched;
  usePageTitle(batch?.name ?? 'Run');
  const [chart, setChart] = useState<Chart | null>(null);
  return (
    <div className="column fill">
      {batch !== undefined && <BatchHead batch={batch} />}
      <div className="grow">
        <ChartProvider value={chart ?? batch?.chart ?? null} onChange={setChart}>
          <ResultsPane watched={watched} />
        </ChartProvider>
      </div>
    </div>
  );
}

function BatchHead({ batch }: { batch: Batch }) {
  const navigate = useNavigate();
  const openInEditor = async (): Promise<void> => {
    openRun(batch);
    await navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
  };
  return (
    <>
      <div className="bar">
        <h1 className="bar-title">
          {batch.name ?? 'Run'} of {formatTime(batch.startTime)}
        </h1>
        <div className="grow" />
        <Button variant="default" onClick={() => void openInEditor()}>
          Open in editor
        </Button>
      </div>
      <pre className="run-text mono" tabIndex={0} aria-label="SQL">
        {batch.selectedText ?? batch.batchText}
      </pre>
    </>
  );
}
