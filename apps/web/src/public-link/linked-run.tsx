import { Select, Text } from '@mantine/core';
import type { LinkedBatch } from '@sluice/contracts';
import { useMemo, useState } from 'react';
import { OwnChartProvider } from '../charts/own-chart-provider.js';
import { call } from '../http/client.js';
import type { ReadRows, Row } from '../results/grid/row-pages.js';
import { RowSource } from '../results/row-source.js';
import { EmptyState } from '../ui/empty-state.js';
import { formatTime } from '../ui/format.js';
import { usePageTitle } from '../ui/page-title.js';
import { LinkedResult } from './linked-result.js';

/** The rows and the chart of a run, as a visitor of its link sees them. */
export function LinkedRun({ batch }: { batch: LinkedBatch }) {
  const { linkId, name, startTime, expiresAt, chart, statements } = batch;
  const [chosen, setChosen] = useState(statements.at(-1)?.id ?? null);
  const statement = statements.find(({ id }) => id === chosen);
  const source = useMemo(() => sourceOf(linkId), [linkId]);
  const title = name ?? 'Shared results';
  usePageTitle(title);
  return (
    <main className="column fill">
      <div className="bar">
        <h1 className="bar-title">{title}</h1>
        <Text size="sm" c="dimmed">
          as of {formatTime(startTime)}. The link ends {formatTime(expiresAt)}.
        </Text>
        <div className="grow" />
        {statements.length > 1 && (
          <Select
            size="xs"
            aria-label="Result"
            allowDeselect={false}
            data={statements.map(({ id, sequence }) => ({
              value: id,
              label: `Statement ${sequence}`,
            }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
      </div>
      <div className="grow">
        {statement === undefined ? (
          <NoRows status={batch.status} />
        ) : (
          <RowSource value={source}>
            <OwnChartProvider saved={chart}>
              <LinkedResult key={statement.id} batch={batch} statement={statement} />
            </OwnChartProvider>
          </RowSource>
        )}
      </div>
    </main>
  );
}

const sourceOf =
  (linkId: string) =>
  (statementId: string): ReadRows =>
  (offset, limit, signal) =>
    call<Row[]>(
      'GET',
      `/api/links/${linkId}/statements/${statementId}/results?offset=${offset}&limit=${limit}`,
      { signal },
    );

const NoRows = ({ status }: Pick<LinkedBatch, 'status'>) => (
  <EmptyState title="No rows">
    <p>
      {status === 'started'
        ? 'The run has not ended. Load the page again later.'
        : 'The run returned no rows.'}
    </p>
  </EmptyState>
);
