import type { Batch, Query } from '@sluice/contracts';
import { confirmProduction } from '../editor/confirm-production.js';
import { announceRun } from '../http/announce-run.js';
import { call } from '../http/client.js';
import { queryClient, reads } from '../http/reads.js';
import type { SentParameters } from '../parameters/parameter-input.js';

/** The values and the maximum age of a run. */
export interface RunOfQuery extends SentParameters {
  /** Seconds; undefined: always a new run. */
  maxAgeSeconds: number | undefined;
}

/**
 * Runs a saved query; null if the user refuses to run a destructive statement on production. @throws ApiError
 */
export async function runQuery(query: Query, sent: RunOfQuery): Promise<Batch | null> {
  const { id, connectionId, queryText, parameters } = query;
  if (connectionId !== null && !(await confirmProduction(connectionId, queryText))) return null;
  const defined = new Set(parameters.map(({ name }) => name));
  const types = Object.entries(sent.parameterTypes).filter(([name]) => !defined.has(name));
  const { parameters: values, maxAgeSeconds } = sent;
  const body = { parameters: values, parameterTypes: Object.fromEntries(types), maxAgeSeconds };
  const batch = await call<Batch>('POST', `/api/queries/${encodeURIComponent(id)}/run`, { body });
  queryClient.setQueryData(reads.batch(batch.id).queryKey, batch);
  if (batch.reusedFromBatchId === null) announceRun();
  return batch;
}
