import type { Batch } from '@sluice/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isOffline, send } from '../api/client.js';
import { reads } from '../api/queries.js';

/** A run as far as it is known, and how well we hear of it. */
export interface WatchedBatch {
  batch: Batch | undefined;
  error: unknown;
  /** The service cannot be reached now; the run goes on without us. */
  isOffline: boolean;
}

const waitSeconds = 25;
const retryMs = 1_000;

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
    const follow = async (): Promise<void> => {
      let etag: string | null = null;
      while (true) {
        try {
          const response = await send('GET', `/api/batches/${id}?wait=${etag ? waitSeconds : 0}`, {
            signal: stop.signal,
            headers: etag === null ? {} : { 'if-none-match': etag },
          });
          if (response.status === 304) {
            setState((last) => ({ ...last, isOffline: false }));
            continue;
          }
          etag = response.headers.get('etag');
          const batch = (await response.json()) as Batch;
          client.setQueryData(queryKey, batch);
          setState({ id, batch, error: null, isOffline: false });
          if (batch.status !== 'started') return;
        } catch (error) {
          if (isAborted(stop)) return;
          if (!isOffline(error)) {
            setState((last) => ({ ...last, error, isOffline: false }));
            return;
          }
          setState((last) => ({ ...last, isOffline: true }));
          await new Promise((resolve) => setTimeout(resolve, retryMs));
        }
      }
    };
    if (known === undefined || known.status === 'started') void follow();
    return () => stop.abort();
  }, [id, client]);
  return state.id === id ? state : { batch: undefined, error: null, isOffline: false };
}

/** Asked anew each time: it changes while something is waited for. */
const isAborted = ({ signal }: AbortController): boolean => signal.aborted;
