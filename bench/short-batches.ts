import type { Batch } from '@sluice/contracts';
import type { LeanClient } from './client.js';
import { timed } from './timed.js';

/** Where short batches run. */
export interface ShortBatches {
  client: LeanClient;
  connectionId: string;
}

/** `select 1`, from POST to its rows, by waiting. */
export async function runShortBatch({ client, connectionId }: ShortBatches): Promise<void> {
  const { id } = await client.json<Batch>('POST', '/api/batches', {
    connectionId,
    batchText: 'select 1',
  });
  const batch = await client.json<Batch>('GET', `/api/batches/${id}?wait=30`);
  const statementId = batch.statements[0]!.id;
  const rows = await client.json<unknown[][]>('GET', `/api/statements/${statementId}/results`);
  if (batch.status !== 'finished' || rows[0]?.[0] !== 1) throw new Error('The batch went wrong');
}

/** Runs so many of them, so many at a time; gives how many were done in a second. */
export async function batchesPerSecond(
  where: ShortBatches,
  { count, inFlight }: { count: number; inFlight: number },
): Promise<number> {
  let left = count;
  const work = async (): Promise<void> => {
    while (left-- > 0) await runShortBatch(where);
  };
  const [, takenMs] = await timed(() => Promise.all(Array.from({ length: inFlight }, work)));
  return count / (takenMs / 1000);
}
