import { createSweepCounters, type Instruments, type SweepCounts } from '@sluice/telemetry';

/**
 * A renewal of the lease: late after half of the lease; failed without an answer or when refused.
 */
export type RenewalOutcome = 'ok' | 'late' | 'failed';

/** How a batch ended on this worker. */
export type RunStatus = 'finished' | 'error' | 'cancelled' | 'released' | 'lost';

/** How a statement ended. */
export type StatementStatus = 'finished' | 'error' | 'cancelled';

/** The metrics of a worker. Times are in seconds. */
export interface WorkerMetrics {
  batchClaimed(queueWaitSeconds: number): void;
  batchEnded(status: RunStatus, seconds: number): void;
  /** `seconds` is null if the statement never started. */
  statementEnded(status: StatementStatus, driver: string, seconds: number | null): void;
  connected(outcome: 'ok' | 'failed', driver: string, seconds: number): void;
  resultStored(driver: string, rows: number, bytes: number, seconds: number): void;
  leaseRenewed(outcome: RenewalOutcome): void;
  batchFenced(): void;
  /** This executor replaced one that died of `cause`. */
  executorReplaced(cause: string): void;
  swept(report: SweepCounts | null): void;
  webhookSent(event: string, outcome: 'delivered' | 'failed', seconds: number): void;
  webhooksDropped(event: string, reason: 'expired' | 'backlog' | 'gone', count: number): void;
}

/**
 * Creates the metrics in a registry. `slots` is the number of batches that may run at the same time.
 */
export function createWorkerMetrics(instruments: Instruments, slots: number): WorkerMetrics {
  const { counter, histogram, gauge } = instruments;
  const queueWait = histogram('sluice_batch_queue_wait_seconds');
  const batchDuration = histogram('sluice_batch_duration_seconds');
  const statements = counter('sluice_statements_total');
  const statementDuration = histogram('sluice_statement_duration_seconds');
  const connectDuration = histogram('sluice_connect_duration_seconds');
  const rowsStored = counter('sluice_result_rows_total');
  const bytesStored = counter('sluice_result_bytes_total');
  const resultWrite = histogram('sluice_result_write_seconds');
  const renewals = counter('sluice_lease_renewals_total');
  const fenced = counter('sluice_batches_fenced_total');
  const replaced = counter('sluice_executors_replaced_total');
  const released = counter('sluice_batches_released_total');
  const deliveries = counter('sluice_webhook_deliveries_total');
  const deliverySeconds = histogram('sluice_webhook_delivery_seconds');
  const dropped = counter('sluice_webhook_events_dropped_total');
  let inUse = 0;
  gauge('sluice_slots', () => [{ labels: {}, value: slots }]);
  gauge('sluice_slots_in_use', () => [{ labels: {}, value: inUse }]);
  // Counters start at 0, because a rate misses the first step of a counter that did not exist.
  for (const outcome of ['ok', 'late', 'failed']) renewals({ outcome }, 0);
  released({ by: 'worker' }, 0);
  return {
    batchClaimed: (seconds) => {
      inUse++;
      queueWait({}, seconds);
    },
    batchEnded: (status, seconds) => {
      inUse--;
      batchDuration({ status }, seconds);
      if (status === 'released') released({ by: 'worker' });
    },
    statementEnded: (status, driver, seconds) => {
      statements({ status, driver });
      if (seconds !== null) statementDuration({ status, driver }, seconds);
    },
    connected: (outcome, driver, seconds) => {
      connectDuration({ outcome, driver }, seconds);
    },
    resultStored: (driver, rows, bytes, seconds) => {
      rowsStored({ driver }, rows);
      bytesStored({ driver }, bytes);
      resultWrite({}, seconds);
    },
    leaseRenewed: (outcome) => {
      renewals({ outcome });
    },
    batchFenced: () => {
      fenced({});
    },
    executorReplaced: (cause) => {
      replaced({ cause });
    },
    swept: createSweepCounters(instruments),
    webhookSent: (event, outcome, seconds) => {
      deliveries({ event, outcome });
      deliverySeconds({ outcome }, seconds);
    },
    webhooksDropped: (event, reason, count) => {
      dropped({ event, reason }, count);
    },
  };
}

const nothing = (): void => undefined;

/** For a worker without a metrics port. */
export const noWorkerMetrics: WorkerMetrics = {
  batchClaimed: nothing,
  batchEnded: nothing,
  statementEnded: nothing,
  connected: nothing,
  resultStored: nothing,
  leaseRenewed: nothing,
  batchFenced: nothing,
  executorReplaced: nothing,
  swept: nothing,
  webhookSent: nothing,
  webhooksDropped: nothing,
};
