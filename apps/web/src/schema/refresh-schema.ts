import type { ConnectionSchema } from '@sluice/contracts';
import { call } from '../http/client.js';
import { queryClient, reads } from '../http/reads.js';
import { noteSchemaChange } from './table-detail-read.js';

/**
 * Reads the schema and the unfolded tables again, past the cache of the service. A read in progress is replaced: it may
 * answer from the cache.
 */
export async function refreshSchema(connectionId: string): Promise<void> {
  noteSchemaChange(connectionId);
  const path = `/api/connections/${encodeURIComponent(connectionId)}/schema?reload=true`;
  const schema = reads.schema(connectionId);
  await queryClient.cancelQueries({ queryKey: schema.queryKey });
  const queryFn = () => call<ConnectionSchema>('GET', path);
  await Promise.all([
    queryClient.query({ ...schema, queryFn, staleTime: 0 }),
    queryClient.invalidateQueries({ queryKey: ['table-detail', connectionId] }),
  ]);
}
