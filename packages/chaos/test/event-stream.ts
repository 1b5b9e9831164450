import type { Batch } from '@sluice/contracts';
import { servedByHeader, type TestClient } from '@sluice/testkit';
import { partsOf } from './body-parts.js';

/** A stream of a batch's events, as a browser reads it. */
export interface EventStream {
  /** The API that sends it, `host:port`. */
  servedBy: string;
  /** So far. */
  events(): { id: string; batch: Batch }[];
  /** Resolves when no more come, for whatever reason. */
  closed: Promise<void>;
}

const eventPattern = /^id: (.*)\nevent: batch\ndata: (.*)\n\n/gm;

/** Opens the events of a batch, after the one that was seen last. @throws for a status other than 200 */
export async function openEvents(
  client: TestClient,
  batchId: string,
  lastEventId?: string,
): Promise<EventStream> {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const path = `/api/batches/${batchId}/events`;
  const response = await client.request('GET', path, undefined, headers);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of partsOf(response)) text += decoder.decode(part, { stream: true });
  };
  return {
    servedBy: response.headers.get(servedByHeader) ?? 'nobody',
    events: () =>
      [...text.matchAll(eventPattern)].map(([, id = '', data = '']) => ({
        id,
        batch: JSON.parse(data) as Batch,
      })),
    // One whose server is killed ends in error.
    closed: read().catch(() => undefined),
  };
}
