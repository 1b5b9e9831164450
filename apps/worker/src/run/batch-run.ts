import type { Claim, ClaimedBatch } from '@sluice/database';
import type { DriverConnection } from '@sluice/driver-kit';
import type { BatchHandover } from './handover.js';

/** A batch that runs on an open session. */
export interface BatchRun {
  claim: Claim;
  batch: ClaimedBatch;
  /** Aborted to stop the batch; the reason tells why. */
  signal: AbortSignal;
  session: DriverConnection;
  handover: BatchHandover;
}
