import { Alert } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '../http/client.js';
import { pagedList } from '../http/paged-list.js';
import { EmptyState } from '../ui/empty-state.js';
import { InfiniteList } from '../ui/infinite-list.js';
import { keyNames } from '../ui/key-names.js';
import { Keys } from '../ui/keys.js';
import { ButtonLink } from '../ui/links.js';
import { usePageTitle } from '../ui/page-title.js';
import { DeleteDialog } from './delete-dialog.js';
import { QueryFilters } from './query-filters.js';
import { queryListParameters, type QueryListSearch } from './query-list-search.js';
import { QueryPreview } from './query-preview.js';
import { QueryRow } from './query-row.js';

const route = getRouteApi('/signed-in/queries');

/** The saved queries that the user can read. */
export function QueryListPage() {
  usePageTitle('Queries');
  const search = route.useSearch();
  const navigate = useNavigate();
  const [previewed, setPreviewed] = useState<QueryListItem | null>(null);
  const [deleted, setDeleted] = useState<QueryListItem | null>(null);
  const list = useInfiniteQuery({
    ...pagedList<QueryListItem>('queries', '/api/queries', queryListParameters(search)),
    placeholderData: keepPreviousData,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const show = (next: QueryListSearch): void => {
    // The previewed query may not be in the new list.
    setPreviewed(null);
    void navigate({ to: '/queries', search: next, replace: true });
  };
  const row = (query: QueryListItem) => (
    <QueryRow
      query={query}
      isPreviewed={query.id === previewed?.id}
      onPreview={() => setPreviewed(query.id === previewed?.id ? null : query)}
      onDelete={() => setDeleted(query)}
      onTag={(tag) => show({ ...search, tags: [...new Set([...(search.tags ?? []), tag])] })}
    />
  );
  return (
    <div className="column fill">
      <h1 className="visually-hidden">Queries</h1>
      <QueryFilters value={search} onChange={show} />
      {list.error !== null && <Alert color="red" title={errorText(list.error)} m="sm" />}
      <div className="grow with-side-pane">
        <div className="grow">
          {items.length === 0 && list.isSuccess ? (
            <NoQueries search={search} />
          ) : (
            <InfiniteList
              label="Queries"
              items={items}
              keyOf={({ id }) => id}
              rowPixels={44}
              cardPixels={88}
              hasMore={list.hasNextPage}
              isLoading={list.isFetching}
              onMore={() => void list.fetchNextPage()}
            >
              {row}
            </InfiniteList>
          )}
        </div>
        {previewed && <QueryPreview query={previewed} onClose={() => setPreviewed(null)} />}
      </div>
      {deleted && (
        <DeleteDialog
          query={deleted}
          onDeleted={() => setPreviewed((last) => (last?.id === deleted.id ? null : last))}
          onClose={() => setDeleted(null)}
        />
      )}
    </div>
  );
}

function NoQueries({ search }: { search: QueryListSearch }) {
  const { connectionId, tags, search: text } = search;
  const isFiltered = [connectionId, tags, text].some((filter) => filter !== undefined);
  if (isFiltered) {
    return (
      <EmptyState title="No matching queries">
        <p>Remove a filter, or search all queries.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No saved queries">
      <p>
        Write a query in the editor and save it with <Keys keys={`${keyNames().mod} + S`} />.
        “Shared with me” lists the queries that others share with you.
      </p>
      <ButtonLink to="/queries/$queryId" params={{ queryId: 'new' }}>
        Open the editor
      </ButtonLink>
    </EmptyState>
  );
}
