import { z } from 'zod';
import { flag, blankAsUnset, textOr, whole, url } from './rules.js';

/** Logs, metrics and traces. */
export const observabilitySettings = {
  SERVICE_LOG_LEVEL: z
    .preprocess(
      blankAsUnset,
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    )
    .describe('Least level that is logged.'),
  SERVICE_METRICS_IP: textOr('127.0.0.1').describe('Address of the metrics ports.'),
  SERVICE_METRICS_PORT: whole(0, { min: 0, max: 65_535 }).describe(
    'Port for the metrics of the API; 0 = on its own port, for admins.',
  ),
  SERVICE_WORKER_METRICS_PORT: whole(0, { min: 0, max: 65_535 }).describe(
    'First port for the metrics of workers; 0 = none.',
  ),
  SERVICE_METRICS_TENANTS: flag(false).describe(
    'The ages of the oldest waits are told by tenant, which may be the name of a customer.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').describe(
    'Collector of traces (OTLP over HTTP); unset = no traces.',
  ),
  SERVICE_TRACE_SAMPLE_PERCENT: whole(100, { min: 0, max: 100 }).describe(
    'Share of traces that is kept.',
  ),
} as const;
