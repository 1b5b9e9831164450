import type { Batch } from './operations.js';
import { pause } from './retry.js';
import type { Transport } from './transport.js';

/** A version of a batch, and its tag. */
export interface TaggedBatch {
  batch: Batch;
  etag: string;
}

/** The longest that the service takes to answer, in seconds. */
const waitSeconds = 30;
/** A service that stops answers those who wait at once. */
const shortestWaitMs = 200;

/**
 * The batch as it is, then each later version that is seen, up to the final one. The service keeps each
 * request until something changes.
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
      query: { wait: waitSeconds },
      headers: { 'if-none-match': etag },
      signal,
    });
    if (answer.status === 304) {
      if (Date.now() - askedAtMs < shortestWaitMs) await pause(shortestWaitMs, signal);
      continue;
    }
    ({ batch, etag } = taggedBatch(answer));
    yield batch;
  }
}

/** The batch of an answer. */
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
