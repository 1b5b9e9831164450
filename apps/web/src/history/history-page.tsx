import './history.css';
import { ActionIcon, Alert, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { QueryHistoryRow } from '@sluice/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '../http/client.js';
import { pagedList } from '../http/paged-list.js';
import { useCurrentUser } from '../http/reads.js';
import { useLiveRuns } from '../runs/live-runs.js';
import { EmptyState } from '../ui/empty-state.js';
import { Icon } from '../ui/icon.js';
import { InfiniteList } from '../ui/infinite-list.js';
import { ButtonLink } from '../ui/links.js';
import { usePageTitle } from '../ui/page-title.js';
import { FilterBuilder } from './filter-builder.js';
import { conditionsOf, filterText, type Condition } from './filter.js';
import { HistoryRow } from './history-row.js';
import { RunningList } from './running-list.js';

const route = getRouteApi('/signed-in/history');
const FILTER_DELAY_MS = 350;
const POLL_MS = 4_000;

/** The runs of the past, newest first, and the user's current runs. */
export function HistoryPage() {
  usePageTitle('History');
  const { filter = '' } = route.useSearch();
  const isAdmin = useCurrentUser().role === 'admin';
  const running = useLiveRuns(false) ?? [];
  const history = useHistory(filter);
  const runningIds = new Set(running.map(({ id }) => id));
  // The runs above the list are not repeated in it.
  const rows = (history.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ id }) => !runningIds.has(id),
  );
  return (
    <div className="column fill">
      <h1 className="visually-hidden">History</h1>
      <div className="bar">
        <HistoryFilter filter={filter} />
        <div className="grow" />
        <ButtonLink variant="default" to="/shared">
          Shared with me
        </ButtonLink>
        <Tooltip label="Refresh">
          <ActionIcon
            aria-label="Refresh"
            loading={history.isRefetching}
            onClick={() => void history.refetch()}
          >
            <Icon name="refresh" />
          </ActionIcon>
        </Tooltip>
      </div>
      <RunningList batches={running} />
      {history.error !== null && <Alert color="red" title={errorText(history.error)} m="sm" />}
      <div className="grow">
        {rows.length === 0 && running.length === 0 && history.isSuccess ? (
          <NoRuns isFiltered={filter !== ''} />
        ) : (
          <InfiniteList
            label="Runs"
            items={rows}
            keyOf={({ id }) => id}
            rowPixels={44}
            cardPixels={88}
            hasMore={history.hasNextPage}
            isLoading={history.isFetchingNextPage || history.isLoading}
            onMore={() => void history.fetchNextPage()}
          >
            {(row) => <HistoryRow row={row} isAdmin={isAdmin} />}
          </InfiniteList>
        )}
      </div>
    </div>
  );
}

function useHistory(filter: string) {
  const parameters = filter === '' ? '' : new URLSearchParams({ filter }).toString();
  return useInfiniteQuery({
    ...pagedList<QueryHistoryRow>('history', '/api/query-history', parameters),
    placeholderData: keepPreviousData,
    // The page gets no notification when runs of other users end.
    refetchInterval: ({ state }) =>
      state.error === null &&
      state.data?.pages.length === 1 &&
      hasRunning(state.data.pages[0]?.items)
        ? POLL_MS
        : false,
  });
}

function HistoryFilter({ filter }: { filter: string }) {
  const navigate = useNavigate();
  const [conditions, setConditions] = useState(() => conditionsOf(filter));
  const apply = useDebouncedCallback((changed: Condition[]) => {
    const text = filterText(changed);
    void navigate({ to: '/history', search: text === '' ? {} : { filter: text }, replace: true });
  }, FILTER_DELAY_MS);
  return (
    <FilterBuilder
      conditions={conditions}
      onChange={(changed) => {
        setConditions(changed);
        apply(changed);
      }}
    />
  );
}

const hasRunning = (rows: QueryHistoryRow[] | undefined): boolean =>
  rows?.some(({ status }) => status === 'started') === true;

const NoRuns = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No matching runs">
      <p>All conditions must match. Remove one to see more runs.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No runs yet">
      <p>This page lists every run with its text, duration and rows.</p>
      <ButtonLink to="/queries/$queryId" params={{ queryId: 'new' }}>
        Run a query
      </ButtonLink>
    </EmptyState>
  );
