import type { Batch } from '@sluice/contracts';
import type { LeanClient } from './client.js';
import { timed } from './timed.js';

/** The service and connection of short batches. */
export interface ShortBatches {
  client: LeanClient;
  connectionId: string;
}

/** Runs `select 1` and returns the final batch. */
export type Submit = (where: ShortBatches) => Promise<Batch>;

const submit = ({ client, connectionId }: ShortBatches, query = ''): Promise<Batch> =>
  client.json<Batch>('POST', `/api/batches${query}`, { connectionId, batchText: 'select 1' });

/** One request that waits. */
export const submitAndWait: Submit = (where) => submit(where, '?wait=30');

/** One request, and another one that waits. */
export const submitThenWait: Submit = async (where) => {
  const { id } = await submit(where);
  return where.client.json<Batch>('GET', `/api/batches/${id}?wait=30`);
};

/** One request that an earlier run answers, except for the first one. */
export const submitReusable: Submit = ({ client, connectionId }) =>
  client.json<Batch>('POST', '/api/batches?wait=30', {
    connectionId,
    batchText: 'select 1',
    maxAgeSeconds: 3600,
  });

/** Runs `select 1`, from POST to its rows. */
export async function runShortBatch(where: ShortBatches, submitted = submitAndWait): Promise<void> {
  const batch = await submitted(where);
  const statementId = batch.statements[0]!.id;
  const rows = await where.client.json<unknown[][]>(
    'GET',
    `/api/statements/${statementId}/results`,
  );
  if (batch.status !== 'finished' || rows[0]?.[0] !== 1)
    throw new Error('The batch returned a wrong result');
}

/** Runs batches with a fixed concurrency; returns the rate per second. */
export async function batchesPerSecond(
  where: ShortBatches,
  { count, inFlight }: { count: number; inFlight: number },
  submitted = submitAndWait,
): Promise<number> {
  let left = count;
  const work = async (): Promise<void> => {
    while (left-- > 0) await runShortBatch(where, submitted);
  };
  const [, takenMs] = await timed(() => Promise.all(Array.from({ length: inFlight }, work)));
  return count / (takenMs / 1000);
}
