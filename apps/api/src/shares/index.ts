export { registerBatchShares } from './routes.js';
export { createSharedReads, type SharedReads } from './shared-reads.js';
