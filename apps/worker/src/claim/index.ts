/** Claiming batches: the worker's lease, its slots, and the batches that it holds. */
export {
  createActiveBatches,
  stopReason,
  type ActiveBatches,
  type StopReason,
} from './active-batches.js';
export { claimBatch, type BatchClaim, type ClaimDependencies } from './claim-batch.js';
export { createFreeSpaceMonitor, type FreeSpaceMonitor } from './free-space.js';
export { startHeldBatchMonitor } from './held-batches.js';
export { acquireLease, type Lease } from './lease.js';
export { observeRenewals } from './observe-renewals.js';
export { createSlots, type Slots } from './slots.js';
