import { z } from 'zod';
import { flag, blankAsUnset, textOr, whole, url } from './rules.js';

/** Logs, metrics and traces. */
export const observabilitySettings = {
  SERVICE_LOG_LEVEL: z
    .preprocess(
      blankAsUnset,
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    )
    .describe('Minimum log level.'),
  SERVICE_METRICS_IP: textOr('127.0.0.1').describe('Address that the metrics ports listen on.'),
  SERVICE_METRICS_PORT: whole(0, { min: 0, max: 65_535 }).describe(
    'Port of the API metrics; 0 serves them on the API port, for admins only.',
  ),
  SERVICE_WORKER_METRICS_PORT: whole(0, { min: 0, max: 65_535 }).describe(
    'First of 100 ports for worker metrics. Each worker of a machine uses a free one, and connections cannot point to them. 0 disables them.',
  ),
  SERVICE_METRICS_TENANTS: flag(false).describe(
    'Labels the age of the oldest waiting batch with the tenant, which may be the name of a customer.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').describe(
    'URL of the trace collector (OTLP over HTTP). Unset disables traces.',
  ),
  SERVICE_TRACE_SAMPLE_PERCENT: whole(100, { min: 0, max: 100 }).describe(
    'Percentage of traces to sample.',
  ),
} as const;
