import { randomUUID } from 'node:crypto';
import type { ServiceSettings } from '@sluice/config';
import { createMetrics, openTracing, serveMetrics, type Tracer } from '@sluice/telemetry';
import type { Logger } from 'pino';
import { createWorkerMetrics, noWorkerMetrics, type WorkerMetrics } from './worker-metrics.js';

/** What a worker process tells of itself. */
export interface WorkerTelemetry {
  metrics: WorkerMetrics;
  tracer: Tracer;
  /** Sends what is left and closes the port; never throws. */
  close(): Promise<void>;
}

/** Workers on one host share a setting: each takes the first of this many ports that is free. */
export const portsTried = 100;

/**
 * Opens what is configured. Running batches matters more than telling of them: a port that cannot be
 * had is an error in the log and nothing more.
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
    const server = await serveMetrics({ metrics: registry, host, port, tries: portsTried });
    log.info({ url: server.url }, 'the worker serves its metrics');
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
      'the worker serves no metrics: SERVICE_WORKER_METRICS_PORT and those above cannot be had',
    );
    return noMetrics;
  }
}
