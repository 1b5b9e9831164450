import { useEffect, useRef } from 'react';
import type { SchemaPlace } from './schema-place.js';
import { tableKeyOf, type TreeRow } from './tree-rows.js';

interface ShownTree {
  rows: TreeRow[];
  expand(keys: string[]): void;
}

/** Unfolds the tree at a place when the place changes, and focuses its row as soon as the tree has it. */
export function useShownPlace(
  place: SchemaPlace | null,
  tree: ShownTree,
  focus: (index: number) => void,
): void {
  const { rows } = tree;
  const latest = useRef({ tree, focus });
  latest.current = { tree, focus };
  const awaited = useRef<string | null>(null);
  // A new tree, of another connection, does not show the last place of the one before.
  const seen = useRef(place);
  useEffect(() => {
    if (place === null || place === seen.current) return;
    seen.current = place;
    const { schema, name, column } = place;
    const table = tableKeyOf(schema, name);
    awaited.current = column === null ? table : `${table}\n${column}`;
    latest.current.tree.expand([
      ...(schema === null ? [] : [schema]),
      ...(column === null ? [] : [table]),
    ]);
  }, [place]);
  useEffect(() => {
    if (awaited.current === null) return;
    const index = rows.findIndex(({ key }) => key === awaited.current);
    if (index < 0) return;
    awaited.current = null;
    latest.current.focus(index);
  }, [rows, place]);
}
