export { registerBatchShares } from './routes.js';
export { requireManaged } from './service.js';
export { createSharedReads, type SharedReads } from './shared-reads.js';
