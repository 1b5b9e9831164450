import { sweepSettings } from '@sluice/config';
import { createSweepRepository } from '@sluice/database';
import { createProducer, keepRepeating, startSweeper, type Producer } from '@sluice/jobs';
import type { WorkerContext } from './context.js';

/** Opens the producer of jobs and starts the repeated jobs: the sweep and retention. */
export function startMaintenance({
  settings,
  services,
  telemetry,
  onError,
  onClose,
}: WorkerContext): Producer {
  const producer = createProducer(services.backend, onError);
  onClose(() => producer.close());
  const retention = keepRepeating({
    producer,
    key: 'retain',
    payload: { v: 1 },
    everyMs: settings.SERVICE_RETENTION_INTERVAL_SECONDS * 1000,
    onError,
  });
  onClose(() => retention.close());
  const { sweep, removeExpired } = createSweepRepository(services.common);
  const { limits, intervalMs } = sweepSettings(settings);
  const sweeper = startSweeper({
    sweep: async () => {
      const report = await sweep(limits);
      telemetry.metrics.swept(report);
      return report;
    },
    removeExpired,
    producer,
    intervalMs,
    onError,
  });
  onClose(() => sweeper.close());
  return producer;
}
