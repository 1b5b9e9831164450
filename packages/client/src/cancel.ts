import { followBatch, taggedBatch } from './follow.js';
import type { Batch } from './operations.js';
import type { Transport } from './transport.js';

/** Cancels a batch, waits up to `timeoutMs` for its end and returns its last state. */
export async function cancelAndConfirm(
  transport: Transport,
  id: string,
  timeoutMs: number,
): Promise<Batch> {
  const signal = AbortSignal.timeout(timeoutMs);
  const asked = taggedBatch(
    await transport.send('PUT /api/batches/{id}/cancel', {
      path: { id },
      isRepeatable: true,
      signal,
    }),
  );
  let last = asked.batch;
  try {
    for await (const batch of followBatch(transport, asked, signal)) last = batch;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return last;
}
