/** Metrics, spans and log lines of a worker. */
export { BatchTelemetry, type RunTelemetry } from './batch-telemetry.js';
export { now, secondsSince, type Moment } from './moment.js';
export { openWorkerTelemetry, PORTS_TRIED, type WorkerTelemetry } from './open-telemetry.js';
export type { WorkerMetrics } from './worker-metrics.js';
