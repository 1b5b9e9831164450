import type { Batch } from './operations.js';
import { pause } from './retry.js';
import type { Transport } from './transport.js';

/** A state of a batch with its ETag. */
export interface TaggedBatch {
  batch: Batch;
  etag: string;
}

/** Seconds that the service may hold a request. */
const WAIT_SECONDS = 30;
/** A service that is stopping answers waiting requests at once. */
const MIN_WAIT_MS = 200;

/**
 * Yields the batch, then each later state up to the final one. The service holds each request until something
 * changes.
 */
export async function* followBatch(
  transport: Transport,
  from: TaggedBatch,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, void, undefined> {
  let { batch, etag } = from;
  yield batch;
  while (batch.status === 'started') {
    const askedAtMs = Date.now();
    const answer = await transport.send('GET /api/batches/{id}', {
      path: { id: batch.id },
      query: { wait: WAIT_SECONDS },
      headers: { 'if-none-match': etag },
      signal,
    });
    if (answer.status === 304) {
      if (Date.now() - askedAtMs < MIN_WAIT_MS) await pause(MIN_WAIT_MS, signal);
      continue;
    }
    ({ batch, etag } = taggedBatch(answer));
    yield batch;
  }
}

/** Returns the batch of a response. */
export const taggedBatch = ({
  text,
  headers,
}: {
  text: string;
  headers: Headers;
}): TaggedBatch => ({
  batch: JSON.parse(text) as Batch,
  etag: headers.get('etag') ?? '',
});
