import type { Batch } from '@sluice/contracts';
import { servedByHeader, type TestClient } from '@sluice/testkit';
import { partsOf } from './body-parts.js';

/** A stream of a batch's events, as a browser reads it. */
export interface EventStream {
  /** `host:port` of the API that sends it. */
  servedBy: string;
  /** The events so far. */
  events(): { id: string; batch: Batch }[];
  /** Resolves when the stream has ended for any reason. */
  closed: Promise<void>;
}

const eventPattern = /^id: (.*)\nevent: batch\ndata: (.*)\n\n/gm;

/** Opens the events of a batch after the last seen one. @throws for a status other than 200 */
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
    // A stream ends with an error when its server is killed.
    closed: read().catch(() => undefined),
  };
}
