/** Running claimed batches. */
export type { BatchDependencies } from './run-batch.js';
export {
  runBacklog,
  runQueued,
  runQueuedForClients,
  runQueuedInFreeSlot,
  type QueueDependencies,
} from './run-queued.js';
export { createTargetPressure } from './target-pressure.js';
