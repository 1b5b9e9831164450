export { cancelBatch } from './cancel.js';
export { createBatch, type CreateBatchDependencies } from './create.js';
export { createDriverCache } from './driver-cache.js';
export { createBatchEnqueuer } from './enqueue.js';
export { batchList } from './list.js';
export { presentParameters } from './parameters.js';
export { presentStatement } from './presenter.js';
export { cancelRoute } from './routes/cancel.js';
export {
  createRoute,
  runBatch,
  submitBatch,
  submitHeaders,
  submitQuery,
  submitResponses,
  type SubmitDependencies,
} from './routes/create.js';
export { eventsRoute } from './routes/events.js';
export { getRoute } from './routes/get.js';
export { listRoute } from './routes/list.js';
export { statementsRoute } from './routes/statements.js';
export { batchOf, createSnapshots, type Snapshot, type Snapshots } from './snapshots.js';
export type { AccessUser } from './split-text.js';
export { createSqlHash } from './sql-hash.js';
export { createStorageQuota } from './storage-quota.js';
export { createUserWrites } from './user-writes.js';
export type { ExecutionTiming } from './timing.js';
export { sharedStatement } from './shared-view.js';
export {
  requireAllVisible,
  requireReader,
  requireUuid,
  requireVisible,
  visibleSnapshot,
} from './visibility.js';
export { waitForBatch } from './wait.js';
export { type BatchWatch, createBatchWatch } from './watch.js';
