import './history.css';
import { ActionIcon, Alert, Stack, Text, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { QueryHistoryRow } from '@sluice/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { textOf } from '../api/client.js';
import { pagesOf } from '../api/pages.js';
import { useCurrentUser } from '../api/queries.js';
import { EndlessList } from '../app/endless-list.js';
import { Icon } from '../app/icon.js';
import { conditionsOf, filterText, type Condition } from './filter.js';
import { FilterBuilder } from './filter-builder.js';
import { HistoryRow } from './history-row.js';
import { RunningList } from './running-list.js';
import { useRunning } from './use-running.js';

const route = getRouteApi('/signed-in/history');
const typingMs = 350;
const othersMs = 4_000;

/** What was run, newest first, and what runs now. */
export function HistoryPage() {
  const { filter = '' } = route.useSearch();
  const navigate = useNavigate();
  const isAdmin = useCurrentUser().role === 'admin';
  const [conditions, setConditions] = useState(() => conditionsOf(filter));
  const running = useRunning();
  const parameters = filter === '' ? '' : new URLSearchParams({ filter }).toString();
  const history = useInfiniteQuery({
    ...pagesOf<QueryHistoryRow>('history', '/api/query-history', parameters),
    placeholderData: keepPreviousData,
    // The runs of others tell nobody when they end.
    refetchInterval: ({ state }) =>
      state.error === null &&
      state.data?.pages.length === 1 &&
      hasRunning(state.data.pages[0]?.items)
        ? othersMs
        : false,
  });
  const apply = useDebouncedCallback((changed: Condition[]) => {
    const text = filterText(changed);
    void navigate({ to: '/history', search: text === '' ? {} : { filter: text }, replace: true });
  }, typingMs);
  const rows = history.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="column fill">
      <h1 className="visually-hidden">History</h1>
      <div className="bar">
        <FilterBuilder
          conditions={conditions}
          onChange={(changed) => {
            setConditions(changed);
            apply(changed);
          }}
        />
        <div className="grow" />
        <Tooltip label="Read the history anew">
          <ActionIcon
            aria-label="Read the history anew"
            loading={history.isRefetching}
            onClick={() => void history.refetch()}
          >
            <Icon name="refresh" />
          </ActionIcon>
        </Tooltip>
      </div>
      <RunningList batches={running} />
      {history.error !== null && <Alert color="red" title={textOf(history.error)} m="sm" />}
      <div className="grow">
        {rows.length === 0 && history.isSuccess ? (
          <NoRuns isFiltered={filter !== ''} />
        ) : (
          <EndlessList
            label="Runs"
            items={rows}
            keyOf={({ id }) => id}
            rowPixels={52}
            hasMore={history.hasNextPage}
            isReading={history.isFetchingNextPage || history.isLoading}
            onMore={() => void history.fetchNextPage()}
          >
            {(row) => <HistoryRow row={row} isAdmin={isAdmin} />}
          </EndlessList>
        )}
      </div>
    </div>
  );
}

const hasRunning = (rows: QueryHistoryRow[] | undefined): boolean =>
  rows?.some(({ status }) => status === 'started') === true;

const NoRuns = ({ isFiltered }: { isFiltered: boolean }) => (
  <Stack p="lg" gap={4}>
    <Text fw={600}>{isFiltered ? 'No run is like that' : 'Nothing was run yet'}</Text>
    <Text c="dimmed" size="sm">
      {isFiltered
        ? 'All conditions must hold: take one away.'
        : 'Each run stands here with its text, time and rows, and can be opened again.'}
    </Text>
  </Stack>
);
