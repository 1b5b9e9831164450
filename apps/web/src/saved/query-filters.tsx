import { MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reads, useConnections } from '../api/queries.js';
import { readQueryListSearch, type QueryListSearch } from './query-list-search.js';

interface QueryFiltersProps {
  value: QueryListSearch;
  onChange(value: QueryListSearch): void;
}

const typingMs = 250;

const orders = [
  { value: '-updatedAt', label: 'Changed last' },
  { value: 'updatedAt', label: 'Changed first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
];

/** Which queries are shown, and in which order. */
export function QueryFilters({ value, onChange }: QueryFiltersProps) {
  const connections = useConnections();
  const tags = useQuery(reads.tags);
  const [typed, setTyped] = useState(value.search ?? '');
  const search = useDebouncedCallback(
    (text: string) => onChange(readQueryListSearch({ ...value, search: text.trim() })),
    typingMs,
  );
  return (
    <div className="bar" role="search" aria-label="Queries">
      <SegmentedControl
        size="xs"
        aria-label="Whose queries"
        data={[
          { value: 'mine', label: 'Mine' },
          { value: 'shared', label: 'Shared with me' },
          { value: 'all', label: 'All' },
        ]}
        value={value.owner ?? 'mine'}
        onChange={(owner) => {
          onChange(readQueryListSearch({ ...value, owner }));
        }}
      />
      <TextInput
        size="xs"
        w={220}
        aria-label="Search names and texts"
        placeholder="Search names and texts"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <Select
        size="xs"
        aria-label="Connection"
        placeholder="Any connection"
        clearable
        searchable
        data={(connections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={value.connectionId ?? null}
        onChange={(connectionId) => onChange(readQueryListSearch({ ...value, connectionId }))}
      />
      <MultiSelect
        size="xs"
        miw={160}
        aria-label="Tags"
        placeholder={value.tags === undefined ? 'Any tags' : ''}
        clearable
        searchable
        data={[...new Set([...(tags.data ?? []), ...(value.tags ?? [])])]}
        value={value.tags ?? []}
        onChange={(chosen) => onChange(readQueryListSearch({ ...value, tags: chosen }))}
      />
      <Select
        size="xs"
        aria-label="Order"
        allowDeselect={false}
        data={orders}
        value={value.sortBy ?? '-updatedAt'}
        onChange={(sortBy) => {
          onChange(readQueryListSearch({ ...value, sortBy }));
        }}
      />
    </div>
  );
}
