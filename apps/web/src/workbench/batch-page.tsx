import { Button, Code, Text } from '@mantine/core';
import type { Chart } from '@sluice/contracts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ChartChoice } from '../charts/chart-choice.js';
import { timeOf } from './format.js';
import { ResultsPane } from './results-pane.js';
import { openRun } from './runs.js';
import { useBatch } from './use-batch.js';

const route = getRouteApi('/signed-in/batches/$batchId');

/** A run by its link, with the rows that were stored; nothing is run again. */
export function BatchPage() {
  const { batchId } = route.useParams();
  const watched = useBatch(batchId);
  const navigate = useNavigate();
  const { batch } = watched;
  const [chart, setChart] = useState<Chart | null>(null);
  const openInEditor = async (): Promise<void> => {
    if (batch === undefined) return;
    openRun(batch);
    await navigate({ to: '/queries/$queryId', params: { queryId: 'new' } });
  };
  return (
    <div className="column fill">
      {batch !== undefined && (
        <>
          <div className="bar">
            <Text fw={600} component="h1" size="md" m={0}>
              {batch.name ?? 'Run'} of {timeOf(batch.startTime)}
            </Text>
            <div className="grow" />
            <Button variant="default" onClick={() => void openInEditor()}>
              Open in the editor
            </Button>
          </div>
          <Code block mah={160} style={{ overflow: 'auto', flex: 'none' }} tabIndex={0}>
            {batch.selectedText ?? batch.batchText}
          </Code>
        </>
      )}
      <div className="grow">
        <ChartChoice value={chart ?? batch?.chart ?? null} onChange={setChart}>
          <ResultsPane watched={watched} />
        </ChartChoice>
      </div>
    </div>
  );
}
