import { MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reads, useConnections } from '../http/reads.js';
import { readQueryListSearch, type QueryListSearch } from './query-list-search.js';

interface QueryFiltersProps {
  value: QueryListSearch;
  onChange(value: QueryListSearch): void;
}

const SEARCH_DELAY_MS = 250;

const owners = [
  { value: 'mine', label: 'Mine' },
  { value: 'shared', label: 'Shared with me' },
  { value: 'all', label: 'All' },
];

const orders = [
  { value: '-updatedAt', label: 'Newest first' },
  { value: 'updatedAt', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
];

/** The filters and the order of the query list. */
export function QueryFilters({ value, onChange }: QueryFiltersProps) {
  const connections = useConnections();
  const tags = useQuery(reads.tags);
  const change = (fields: Record<string, unknown>): void =>
    onChange(readQueryListSearch({ ...value, ...fields }));
  return (
    <div className="bar" role="search" aria-label="Queries">
      <SegmentedControl
        size="xs"
        aria-label="Owner"
        data={owners}
        value={value.owner ?? 'mine'}
        onChange={(owner) => change({ owner })}
      />
      <SearchInput initial={value.search ?? ''} onSearch={(search) => change({ search })} />
      <Select
        size="xs"
        aria-label="Connection"
        placeholder="Any connection"
        clearable
        searchable
        data={(connections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={value.connectionId ?? null}
        onChange={(connectionId) => change({ connectionId })}
      />
      <MultiSelect
        size="xs"
        miw={160}
        aria-label="Tags"
        placeholder={value.tags === undefined ? 'Any tag' : ''}
        clearable
        searchable
        data={[...new Set([...(tags.data ?? []), ...(value.tags ?? [])])]}
        value={value.tags ?? []}
        onChange={(chosen) => change({ tags: chosen })}
      />
      <Select
        size="xs"
        aria-label="Sort"
        allowDeselect={false}
        data={orders}
        value={value.sortBy ?? '-updatedAt'}
        onChange={(sortBy) => change({ sortBy })}
      />
    </div>
  );
}

function SearchInput({ initial, onSearch }: { initial: string; onSearch(text: string): void }) {
  const [text, setText] = useState(initial);
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), SEARCH_DELAY_MS);
  return (
    <TextInput
      size="xs"
      w={220}
      aria-label="Search names and texts"
      placeholder="Search names and texts"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
