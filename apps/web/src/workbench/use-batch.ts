import type { Batch } from '@sluice/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { jsonOf, send } from '../api/client.js';
import { reads } from '../api/queries.js';
import { untilHeard } from '../api/until-heard.js';

/** A run as far as it is known, and how well we hear of it. */
export interface WatchedBatch {
  batch: Batch | undefined;
  error: unknown;
  /** The service cannot be reached now; the run goes on without us. */
  isOffline: boolean;
}

const waitSeconds = 25;

/** Follows a run until it ends: each change is told as it happens, through lost networks too. */
export function useBatch(id: string | null): WatchedBatch {
  const client = useQueryClient();
  const [state, setState] = useState<WatchedBatch & { id: string | null }>({
    id: null,
    batch: undefined,
    error: null,
    isOffline: false,
  });
  useEffect(() => {
    if (id === null) return;
    const stop = new AbortController();
    const { queryKey } = reads.batch(id);
    const known = client.getQueryData<Batch>(queryKey);
    setState({ id, batch: known, error: null, isOffline: false });
    const { signal } = stop;
    const follow = async (): Promise<void> => {
      let etag: string | null = null;
      while (true) {
        const address = `/api/batches/${id}?wait=${etag ? waitSeconds : 0}`;
        const headers: Record<string, string> = etag === null ? {} : { 'if-none-match': etag };
        const read = async () => {
          const response = await send('GET', address, { signal, headers });
          if (response.status === 304) return null;
          return {
            etag: response.headers.get('etag'),
            batch: await jsonOf<Batch>(response, signal),
          };
        };
        const changed = await untilHeard(read, {
          signal,
          onAway: () => setState((last) => ({ ...last, isOffline: true })),
        });
        if (changed === null) {
          setState((last) => ({ ...last, isOffline: false }));
          continue;
        }
        const { batch } = changed;
        etag = changed.etag;
        client.setQueryData(queryKey, batch);
        setState({ id, batch, error: null, isOffline: false });
        if (batch.status !== 'started') return;
      }
    };
    const onFailed = (error: unknown): void => {
      if (!signal.aborted) setState((last) => ({ ...last, error, isOffline: false }));
    };
    if (known === undefined || known.status === 'started') follow().catch(onFailed);
    return () => stop.abort();
  }, [id, client]);
  return state.id === id ? state : { batch: undefined, error: null, isOffline: false };
}
