/** Which processes have a metric. */
export type Process = 'api' | 'worker';

/** One metric as data: what the code records and what docs/reference/observability.md lists. */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** Every label has few values; ids are labels nowhere but in `sluice_queue_age_seconds`. */
  labels: readonly string[];
  processes: readonly Process[];
  /** Upper bounds of a histogram, in the unit that its name ends with. */
  buckets?: readonly number[];
}

const both = ['api', 'worker'] as const;
const api = ['api'] as const;
const worker = ['worker'] as const;

/** From a round trip to a long report. */
const longSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const shortSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Every metric of the service beside those that Node's own process gives (`process_*`, `nodejs_*`). */
export const catalogue = {
  sluice_queue_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest waiting batch; with SERVICE_METRICS_TENANTS of the 20 tenants that wait longest, the rest as "other".',
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
    help: "Whether the service's own database answered this scrape in time: 1, or 0 and the gauges read from it are absent.",
    labels: [],
    processes: api,
  },
  sluice_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the request to the end of its answer, by the pattern of its route; "?wait" marks requests that ask to wait.',
    labels: ['method', 'route', 'status'],
    processes: api,
    buckets: shortSeconds,
  },
  sluice_batches_accepted_total: {
    type: 'counter',
    help: 'Batches written by this process.',
    labels: [],
    processes: api,
  },
  sluice_slots: {
    type: 'gauge',
    help: 'Batches that this worker runs side by side at most.',
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
    help: "From a batch's creation to its claim, by the database's clock.",
    labels: [],
    processes: worker,
    buckets: longSeconds,
  },
  sluice_batch_duration_seconds: {
    type: 'histogram',
    help: 'From the claim of a batch to the end of its run, by its status; released: given back unsent; lost: fenced out.',
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
    help: 'From the committed start of a statement to its end, its result stored.',
    labels: ['status', 'driver'],
    processes: worker,
    buckets: longSeconds,
  },
  sluice_connect_duration_seconds: {
    type: 'histogram',
    help: 'Opening a session in a target database, tries included; outcome: ok, failed.',
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
    help: 'Time that one result spent in the store: appending under back-pressure, flushing, finishing.',
    labels: [],
    processes: worker,
    buckets: shortSeconds,
  },
  sluice_lease_renewals_total: {
    type: 'counter',
    help: 'Renewals of the lease: ok, late (half the lease had gone), failed (no answer, or refused).',
    labels: ['outcome'],
    processes: worker,
  },
  sluice_batches_fenced_total: {
    type: 'counter',
    help: 'Batches that this worker found it no longer held when it wrote their state.',
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
    help: 'Batches given back without anything sent, by whom: worker (it stops), sweep (their worker was lost).',
    labels: ['by'],
    processes: both,
  },
  sluice_batches_reaped_total: {
    type: 'counter',
    help: 'Batches of lost workers that the sweep of this process ended.',
    labels: [],
    processes: both,
  },
  sluice_batches_expired_total: {
    type: 'counter',
    help: 'Batches that the sweep of this process ended because no worker came.',
    labels: [],
    processes: both,
  },
  sluice_connections_paused_total: {
    type: 'counter',
    help: 'Connections that the sweep of this process paused because their batches broke worker processes.',
    labels: [],
    processes: both,
  },
  sluice_batches_redispatched_total: {
    type: 'counter',
    help: 'Times that the sweep of this process put a waiting batch into the queue again.',
    labels: [],
    processes: both,
  },
  sluice_webhook_events_waiting: {
    type: 'gauge',
    help: 'Events that webhooks have yet to tell.',
    labels: [],
    processes: api,
  },
  sluice_webhook_deliveries_total: {
    type: 'counter',
    help: 'Webhooks that this worker has sent, by event and outcome: delivered, failed (to be tried again).',
    labels: ['event', 'outcome'],
    processes: worker,
  },
  sluice_webhook_delivery_seconds: {
    type: 'histogram',
    help: "From the sending of a webhook to its receiver's answer, or to its failure.",
    labels: ['outcome'],
    processes: worker,
    buckets: shortSeconds,
  },
  sluice_webhook_events_dropped_total: {
    type: 'counter',
    help: 'Events that were never told, by event and reason: expired, backlog (too many waited), gone (deleted since).',
    labels: ['event', 'reason'],
    processes: worker,
  },
  sluice_event_loop_delay_seconds: {
    type: 'gauge',
    help: 'How late the event loop was since the last scrape; quantile: 0.5, 0.99, 1.',
    labels: ['quantile'],
    processes: both,
  },
} as const satisfies Record<string, MetricDefinition>;

/** Name of a metric. */
export type MetricName = keyof typeof catalogue;
