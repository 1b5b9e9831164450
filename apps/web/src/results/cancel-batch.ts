import type { Batch } from '@sluice/contracts';
import { call } from '../http/client.js';

/** Requests cancellation of a batch. @throws ApiError */
export const cancelBatch = (batchId: string): Promise<Batch> =>
  call<Batch>('PUT', `/api/batches/${batchId}/cancel`);
