import type { TableDetail } from '@sluice/contracts';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { errorText } from '../http/client.js';
import { tableDetailRead } from './table-detail-read.js';
import type { TableState } from './table-parts.js';

/** Reads the details of the unfolded tables, by key; a key has the names of the schema and the table. */
export function useTableStates(
  connectionId: string,
  keys: readonly string[],
  hasSchemas: boolean,
): ReadonlyMap<string, TableState> {
  return useQueries({
    queries: keys.map((key) => {
      const at = key.indexOf('\n');
      const schema = hasSchemas ? key.slice(0, at) : null;
      return tableDetailRead(connectionId, schema, key.slice(at + 1));
    }),
    combine: (results) =>
      new Map(results.map((result, index) => [keys[index] ?? '', stateOf(result)])),
  });
}

function stateOf({ data, error }: UseQueryResult<TableDetail>): TableState {
  if (data !== undefined) return { detail: data };
  return error === null ? 'loading' : { error: errorText(error) };
}
