import type { BatchLink, BatchListItem, BatchShare } from '@sluice/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http/client.js';

/** The query options of shares. Other users change them, so they are always read again. */
export const shareReads = {
  ofBatch: (batchId: string) =>
    queryOptions({
      queryKey: ['shares', batchId],
      queryFn: ({ signal }) =>
        call<BatchShare[]>('GET', `/api/batches/${batchId}/shares`, { signal }),
      staleTime: 0,
    }),
  linksOfBatch: (batchId: string) =>
    queryOptions({
      queryKey: ['public-links', batchId],
      queryFn: ({ signal }) =>
        call<BatchLink[]>('GET', `/api/batches/${batchId}/links`, { signal }),
      staleTime: 0,
    }),
  sharedWithMe: queryOptions({
    queryKey: ['shared-batches'],
    queryFn: ({ signal }) =>
      call<BatchListItem[]>('GET', '/api/batches?sharedWithMe=true', { signal }),
    staleTime: 0,
  }),
};
