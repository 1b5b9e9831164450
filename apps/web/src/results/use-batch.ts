import type { Batch } from '@sluice/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { jsonOf, send } from '../http/client.js';
import { reads } from '../http/reads.js';
import { retryWhileOffline } from '../http/retry-while-offline.js';

/** The last known state of a batch, and whether the service is reachable. */
export interface WatchedBatch {
  batch: Batch | undefined;
  error: unknown;
  /** The service is unreachable; the batch continues. */
  isOffline: boolean;
}

const LONG_POLL_SECONDS = 25;
const UNKNOWN: WatchedBatch = { batch: undefined, error: null, isOffline: false };

/** Follows a batch until it ends. Updates arrive as they happen; network failures are retried. */
export function useBatch(id: string | null): WatchedBatch {
  const client = useQueryClient();
  const [state, setState] = useState<WatchedBatch & { id: string | null }>({
    id: null,
    ...UNKNOWN,
  });
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const known = client.getQueryData<Batch>(reads.batch(id).queryKey);
    setState({ id, batch: known, error: null, isOffline: false });
    const update = (fields: Partial<WatchedBatch>): void =>
      setState((last) => ({ ...last, ...fields }));
    if (known === undefined || known.status === 'started') {
      followBatch(id, client, signal, update).catch((error: unknown) => {
        if (!signal.aborted) update({ error, isOffline: false });
      });
    }
    return () => controller.abort();
  }, [id, client]);
  return state.id === id ? state : UNKNOWN;
}

/** @throws ApiError, AbortError */
async function followBatch(
  id: string,
  client: QueryClient,
  signal: AbortSignal,
  update: (fields: Partial<WatchedBatch>) => void,
): Promise<void> {
  const onOffline = (): void => update({ isOffline: true });
  let etag: string | null = null;
  while (true) {
    const lastEtag: string | null = etag;
    const changed: Change | null = await retryWhileOffline(() => readChange(id, lastEtag, signal), {
      signal,
      onOffline,
    });
    if (changed === null) {
      update({ isOffline: false });
      continue;
    }
    etag = changed.etag;
    client.setQueryData(reads.batch(id).queryKey, changed.batch);
    update({ batch: changed.batch, error: null, isOffline: false });
    if (changed.batch.status !== 'started') return;
  }
}

interface Change {
  etag: string | null;
  batch: Batch;
}

/** Waits for a change since `etag`; returns null after {@link LONG_POLL_SECONDS} without one. */
async function readChange(
  id: string,
  etag: string | null,
  signal: AbortSignal,
): Promise<Change | null> {
  const address = `/api/batches/${id}?wait=${etag ? LONG_POLL_SECONDS : 0}`;
  const headers: Record<string, string> = etag === null ? {} : { 'if-none-match': etag };
  const response = await send('GET', address, { signal, headers });
  if (response.status === 304) return null;
  return { etag: response.headers.get('etag'), batch: await jsonOf<Batch>(response, signal) };
}
