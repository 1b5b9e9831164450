import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { tableDetailRead } from '../schema/table-detail-read.js';
import type { ReadForeignKeys } from './analysis/analysis-worker.js';

/** Returns a function that reads the foreign keys of a table, cached as in the schema tree. */
export function useForeignKeys(connectionId: string | null): ReadForeignKeys {
  const client = useQueryClient();
  return useCallback(
    async ({ schema, name }) => {
      if (connectionId === null) return [];
      const detail = await client.query(tableDetailRead(connectionId, schema, name));
      return detail.foreignKeys;
    },
    [client, connectionId],
  );
}
