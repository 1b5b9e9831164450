/** The processes that have a metric. */
export type Process = 'api' | 'worker';

/** A metric as data: what the code records and what docs/reference/observability.md lists. */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Every label has few values; only `sluice_queue_age_seconds` has ids as a label. */
  labels: readonly string[];
  processes: readonly Process[];
  /** Upper bounds of a histogram, in the unit at the end of its name. */
  buckets?: readonly number[];
}

const both = ['api', 'worker'] as const;
const api = ['api'] as const;
const worker = ['worker'] as const;

/** From a round trip to a long report. */
const longSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const shortSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** All metrics of the service except those of Node's own process (`process_*`, `nodejs_*`). */
export const catalogue = {
  sluice_queue_age_seconds: {
    type: 'gauge',
    help:
      'Age of the oldest waiting batch. With SERVICE_METRICS_TENANTS: of the 20 tenants that ' +
      'wait longest, the others as "other".',
    labels: ['tenant'],
    processes: api,
  },
  sluice_batches: {
    type: 'gauge',
    help: 'Batches that have not ended, by state: waiting, running.',
    labels: ['state'],
    processes: api,
  },
  sluice_workers_alive: {
    type: 'gauge',
    help: 'Workers that hold a lease.',
    labels: [],
    processes: api,
  },
  sluice_pool_workers_alive: {
    type: 'gauge',
    help: 'Workers of a pool that hold a lease; 0 for a pool that only connections name.',
    labels: ['pool'],
    processes: api,
  },
  sluice_pool_batches_waiting: {
    type: 'gauge',
    help: 'Batches that wait for a worker of the pool.',
    labels: ['pool'],
    processes: api,
  },
  sluice_database_up: {
    type: 'gauge',
    help:
      'Whether the metadata database answered this scrape in time: 1, or 0 with the gauges ' +
      'read from it absent.',
    labels: [],
    processes: api,
  },
  sluice_http_request_duration_seconds: {
    type: 'histogram',
    help:
      'Time from a request to the end of its response, by route pattern; "?wait" marks ' +
      'requests that wait for a change.',
    labels: ['method', 'route', 'status'],
    processes: api,
    buckets: shortSeconds,
  },
  sluice_batches_accepted_total: {
    type: 'counter',
    help: 'Batches accepted by this process.',
    labels: [],
    processes: api,
  },
  sluice_slots: {
    type: 'gauge',
    help: 'Batches that this worker may run at the same time.',
    labels: [],
    processes: worker,
  },
  sluice_slots_in_use: {
    type: 'gauge',
    help: 'Batches that this worker runs.',
    labels: [],
    processes: worker,
  },
  sluice_batch_queue_wait_seconds: {
    type: 'histogram',
    help: "Time from a batch's creation to its claim, by the database's clock.",
    labels: [],
    processes: worker,
    buckets: longSeconds,
  },
  sluice_batch_duration_seconds: {
    type: 'histogram',
    help:
      "Time from a batch's claim to the end of its run, by status; released: returned before " +
      'anything was sent; lost: held by another worker.',
    labels: ['status'],
    processes: worker,
    buckets: longSeconds,
  },
  sluice_statements_total: {
    type: 'counter',
    help: 'Statements that ended, by status (finished, error, cancelled) and driver.',
    labels: ['status', 'driver'],
    processes: worker,
  },
  sluice_statement_duration_seconds: {
    type: 'histogram',
    help: "Time from a statement's committed start to its end with its result stored.",
    labels: ['status', 'driver'],
    processes: worker,
    buckets: longSeconds,
  },
  sluice_connect_duration_seconds: {
    type: 'histogram',
    help: 'Time to open a session to a target database, including retries; outcome: ok, failed.',
    labels: ['outcome', 'driver'],
    processes: worker,
    buckets: shortSeconds,
  },
  sluice_result_rows_total: {
    type: 'counter',
    help: 'Rows of stored results.',
    labels: ['driver'],
    processes: worker,
  },
  sluice_result_bytes_total: {
    type: 'counter',
    help: 'Bytes of stored results.',
    labels: ['driver'],
    processes: worker,
  },
  sluice_result_write_seconds: {
    type: 'histogram',
    help:
      'Time spent in the result store for one result: appending under back-pressure, flushing, ' +
      'finishing.',
    labels: [],
    processes: worker,
    buckets: shortSeconds,
  },
  sluice_lease_renewals_total: {
    type: 'counter',
    help: 'Lease renewals: ok, late (after half of the lease), failed (no answer, or refused).',
    labels: ['outcome'],
    processes: worker,
  },
  sluice_batches_fenced_total: {
    type: 'counter',
    help: 'Batches whose state this worker could not write because it no longer held them.',
    labels: [],
    processes: worker,
  },
  sluice_executors_replaced_total: {
    type: 'counter',
    help: 'Executors that this one replaced, by the cause of their end: hang, memory, crash, unknown.',
    labels: ['cause'],
    processes: worker,
  },
  sluice_batches_released_total: {
    type: 'counter',
    help:
      'Batches returned to the queue unsent, by: worker (it stopped), sweep (their ' +
      'worker was lost).',
    labels: ['by'],
    processes: both,
  },
  sluice_batches_reaped_total: {
    type: 'counter',
    help: 'Batches of lost workers ended by the sweep of this process.',
    labels: [],
    processes: both,
  },
  sluice_batches_expired_total: {
    type: 'counter',
    help: 'Batches ended by the sweep of this process because no worker claimed them.',
    labels: [],
    processes: both,
  },
  sluice_connections_paused_total: {
    type: 'counter',
    help: 'Connections paused by the sweep of this process because their batches crashed executors.',
    labels: [],
    processes: both,
  },
  sluice_batches_redispatched_total: {
    type: 'counter',
    help: 'Waiting batches enqueued again by the sweep of this process.',
    labels: [],
    processes: both,
  },
  sluice_webhook_events_waiting: {
    type: 'gauge',
    help: 'Webhook events waiting to be sent.',
    labels: [],
    processes: api,
  },
  sluice_webhook_deliveries_total: {
    type: 'counter',
    help:
      'Webhook requests sent by this worker, by event and outcome: delivered, failed (will be ' +
      'retried).',
    labels: ['event', 'outcome'],
    processes: worker,
  },
  sluice_webhook_delivery_seconds: {
    type: 'histogram',
    help: "Time from sending a webhook to its receiver's answer or to its failure.",
    labels: ['outcome'],
    processes: worker,
    buckets: shortSeconds,
  },
  sluice_webhook_events_dropped_total: {
    type: 'counter',
    help:
      'Webhook events that were dropped, by event and reason: expired, backlog (too many ' +
      'waited), gone (subject deleted).',
    labels: ['event', 'reason'],
    processes: worker,
  },
  sluice_event_loop_delay_seconds: {
    type: 'gauge',
    help: 'Event loop delay since the last scrape; quantile: 0.5, 0.99, 1.',
    labels: ['quantile'],
    processes: both,
  },
} as const satisfies Record<string, MetricDefinition>;

/** Name of a metric. */
export type MetricName = keyof typeof catalogue;
