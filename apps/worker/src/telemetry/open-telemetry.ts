import { randomUUID } from 'node:crypto';
import type { ServiceSettings } from '@sluice/config';
import { createMetrics, openTracing, serveMetrics, type Tracer } from '@sluice/telemetry';
import type { Logger } from 'pino';
import { createWorkerMetrics, noWorkerMetrics, type WorkerMetrics } from './worker-metrics.js';

/** The telemetry of a worker process. */
export interface WorkerTelemetry {
  metrics: WorkerMetrics;
  tracer: Tracer;
  /** Sends what is left and closes the port; never throws. */
  close(): Promise<void>;
}

/** Workers on one host share the setting, so each takes the first free port of this many. */
export const PORTS_TRIED = 100;

/**
 * Opens what is configured. A metrics port that cannot be opened is only logged, since running batches
 * matters more.
 */
export async function openWorkerTelemetry(
  settings: ServiceSettings,
  log: Logger,
): Promise<WorkerTelemetry> {
  const tracing = await openTracing({
    serviceName: 'sluice-worker',
    instanceId: randomUUID(),
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    sampleShare: settings.SERVICE_TRACE_SAMPLE_PERCENT / 100,
  });
  const { metrics, close } = await openMetrics(settings, log);
  return {
    metrics,
    tracer: tracing.tracer,
    close: async () => {
      await close();
      await tracing.close();
    },
  };
}

const noMetrics = { metrics: noWorkerMetrics, close: () => Promise.resolve() };

async function openMetrics(settings: ServiceSettings, log: Logger) {
  const { SERVICE_WORKER_METRICS_PORT: port, SERVICE_METRICS_IP: host } = settings;
  if (port === 0) return noMetrics;
  const registry = createMetrics();
  const metrics = createWorkerMetrics(registry, settings.SERVICE_WORKER_CONCURRENCY);
  try {
    const server = await serveMetrics({ metrics: registry, host, port, tries: PORTS_TRIED });
    log.info({ url: server.url }, 'worker metrics listening');
    return {
      metrics,
      close: async () => {
        await server.close();
        registry.close();
      },
    };
  } catch (error) {
    registry.close();
    log.error(
      { err: error, host, port },
      'worker metrics disabled: no free port from SERVICE_WORKER_METRICS_PORT on',
    );
    return noMetrics;
  }
}
