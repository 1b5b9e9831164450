import { Alert, Button, Stack, Text } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { textOf } from '../api/client.js';
import { pagesOf } from '../api/pages.js';
import { EndlessList } from '../app/endless-list.js';
import { keyNames } from '../app/key-names.js';
import { DeleteDialog } from './delete-dialog.js';
import { QueryFilters } from './query-filters.js';
import { QueryPreview } from './query-preview.js';
import { QueryRow } from './query-row.js';
import { queryListParameters, type QueryListSearch } from './query-list-search.js';

const route = getRouteApi('/signed-in/queries');

/** The saved queries that somebody may read. */
export function QueryListPage() {
  const shown = route.useSearch();
  const navigate = useNavigate();
  const [previewed, setPreviewed] = useState<QueryListItem | null>(null);
  const [deleted, setDeleted] = useState<QueryListItem | null>(null);
  const list = useInfiniteQuery({
    ...pagesOf<QueryListItem>('queries', '/api/queries', queryListParameters(shown)),
    placeholderData: keepPreviousData,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const show = (search: QueryListSearch): void =>
    void navigate({ to: '/queries', search, replace: true });
  return (
    <div className="column fill">
      <h1 className="visually-hidden">Queries</h1>
      <QueryFilters value={shown} onChange={show} />
      {list.error !== null && <Alert color="red" title={textOf(list.error)} m="sm" />}
      <div className="grow" style={{ display: 'flex' }}>
        <div className="grow">
          {items.length === 0 && list.isSuccess ? (
            <NoQueries shown={shown} />
          ) : (
            <EndlessList
              label="Queries"
              items={items}
              keyOf={({ id }) => id}
              rowPixels={56}
              hasMore={list.hasNextPage}
              isReading={list.isFetching}
              onMore={() => void list.fetchNextPage()}
            >
              {(query) => (
                <QueryRow
                  query={query}
                  isPreviewed={query.id === previewed?.id}
                  onPreview={() => setPreviewed(query.id === previewed?.id ? null : query)}
                  onDelete={() => setDeleted(query)}
                  onTag={(tag) =>
                    show({ ...shown, tags: [...new Set([...(shown.tags ?? []), tag])] })
                  }
                />
              )}
            </EndlessList>
          )}
        </div>
        {previewed !== null && (
          <QueryPreview query={previewed} onClose={() => setPreviewed(null)} />
        )}
      </div>
      {deleted !== null && (
        <DeleteDialog
          query={deleted}
          onDeleted={() => {
            if (previewed?.id === deleted.id) setPreviewed(null);
          }}
          onClose={() => setDeleted(null)}
        />
      )}
    </div>
  );
}

function NoQueries({ shown }: { shown: QueryListSearch }) {
  const isFiltered =
    shown.connectionId !== undefined || shown.tags !== undefined || shown.search !== undefined;
  return (
    <Stack p="lg" align="flex-start">
      <Text fw={600}>{isFiltered ? 'No query is like that' : 'No query here yet'}</Text>
      <Text c="dimmed" size="sm">
        {isFiltered
          ? 'Take a filter away, or look among all queries.'
          : `Write one in the editor and press ${keyNames().mod}+S. What others share with you stands under “Shared with me”.`}
      </Text>
      <Button component={Link} to="/queries/new">
        To the editor
      </Button>
    </Stack>
  );
}
