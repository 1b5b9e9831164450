import type { ConnectionSchema } from '@sluice/contracts';
import { useDeferredValue, useMemo, useState } from 'react';
import { defaultSchemaOf } from './default-schema.js';
import { useFavourites } from './favourites.js';
import { FAVOURITES, rowsOf, searchable } from './tree-rows.js';
import { useTableStates } from './use-table-states.js';

interface TreeInput {
  connectionId: string;
  schema: ConnectionSchema;
  search: string;
}

/** Returns the visible rows of a tree, and functions that expand or collapse them. */
export function useTreeRows({ connectionId, schema, search }: TreeInput) {
  const prepared = useMemo(() => searchable(schema), [schema]);
  const favourites = useFavourites(connectionId);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const needle = useDeferredValue(search);
  const states = useTableStates(connectionId, openTables(toggled), 'schemas' in schema);
  const { keys } = favourites;
  const isOpen = useMemo(() => {
    const isSingle = prepared.namespaces.length === 1;
    // The favourites and the only schema, or `public`, are expanded initially.
    const isInitial = (key: string): boolean =>
      key === 'public' || key === FAVOURITES || (isSingle && !key.includes('\n'));
    return (key: string) => toggled.has(key) !== isInitial(key);
  }, [prepared, toggled]);
  const rows = useMemo(
    () =>
      rowsOf(prepared, {
        isOpen,
        search: needle,
        favourites: keys,
        stateOf: (key) => states.get(key),
      }),
    [prepared, isOpen, needle, keys, states],
  );
  const toggle = (...changed: string[]): void => {
    const next = new Set(toggled);
    for (const key of changed) if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const expand = (keysToOpen: string[]): void =>
    toggle(...keysToOpen.filter((key) => !isOpen(key)));
  const defaultSchema = defaultSchemaOf(prepared.namespaces.flatMap(({ name }) => name ?? []));
  return { rows, defaultSchema, isSearching: needle !== '', toggle, expand, favourites };
}

/** Returns the keys of the unfolded tables; a favourite and its table have one detail. */
const openTables = (toggled: ReadonlySet<string>): string[] => [
  ...new Set(
    [...toggled].filter((key) => key.includes('\n')).map((key) => key.replace(FAVOURITES, '')),
  ),
];
