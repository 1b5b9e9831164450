import { mountPath } from '../http/client.js';

/** Returns the address of the page of a run, with its stored results. */
export const runAddress = (batchId: string): string =>
  `${location.origin}${mountPath}/batches/${batchId}`;
