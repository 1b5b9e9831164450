import { randomUUID } from 'node:crypto';
import type { ApiSettings } from '@sluice/config';
import { createQueueStateRepository, type Database } from '@sluice/database';
import {
  createMetrics,
  createSweepCounters,
  openTracing,
  serveMetrics,
  type Metrics,
  type SweepCounts,
  type Tracer,
} from '@sluice/telemetry';
import type { Logger } from 'pino';
import { observeQueue } from './queue-gauges.js';

/** A finished request. */
export interface AnsweredRequest {
  method: string;
  /** The route's pattern, never the path. */
  route: string;
  status: string;
}

/** Metrics and traces of the API process. */
export interface ApiTelemetry {
  metrics: Pick<Metrics, 'text' | 'contentType'>;
  tracer: Tracer;
  requestAnswered(request: AnsweredRequest, seconds: number): void;
  batchAccepted(): void;
  swept(report: SweepCounts | null): void;
  /** Flushes pending data and closes the port. */
  close(): Promise<void>;
}

/** Starts what is configured. @throws when SERVICE_METRICS_PORT is in use; nothing remains open */
export async function openApiTelemetry(
  settings: ApiSettings,
  database: Database,
  log: Logger,
): Promise<ApiTelemetry> {
  const metrics = createMetrics();
  const repository = createQueueStateRepository(database);
  observeQueue(metrics, repository, { namesTenants: settings.SERVICE_METRICS_TENANTS }, log);
  const requests = metrics.histogram('sluice_http_request_duration_seconds');
  const accepted = metrics.counter('sluice_batches_accepted_total');
  const closePort = await openPort(settings, metrics, log);
  const tracing = await openTracing({
    serviceName: 'sluice-api',
    instanceId: randomUUID(),
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampleShare: settings.SERVICE_TRACE_SAMPLE_PERCENT / 100,
  });
  return {
    metrics,
    tracer: tracing.tracer,
    requestAnswered: (request, seconds) => {
      requests({ ...request }, seconds);
    },
    batchAccepted: () => {
      accepted({});
    },
    swept: createSweepCounters(metrics),
    close: async () => {
      await closePort();
      metrics.close();
      await tracing.close();
    },
  };
}

/** Opens the separate port for metrics, if configured. */
async function openPort(
  { SERVICE_METRICS_PORT: port, SERVICE_METRICS_IP: host }: ApiSettings,
  metrics: Metrics,
  log: Logger,
): Promise<() => Promise<void>> {
  if (port === 0) return () => Promise.resolve();
  try {
    const server = await serveMetrics({ metrics, host, port, tries: 1 });
    log.info({ url: server.url }, 'metrics listening');
    return () => server.close();
  } catch (error) {
    metrics.close();
    throw error;
  }
}
