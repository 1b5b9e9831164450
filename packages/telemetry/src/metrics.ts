import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createInstruments, type Instruments } from './instruments.js';

/** The metrics of one process, in their own registry. */
export interface Metrics extends Instruments {
  /** Content type of {@link Metrics.text}. */
  readonly contentType: string;
  /** Returns all current values in Prometheus' text format. */
  text(): Promise<string>;
  close(): void;
}

const RESOLUTION_MS = 10;

/** Creates a registry with the metrics of Node's process and the event loop delay. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  instruments.gauge('sluice_event_loop_delay_seconds', () => {
    // The timer's own resolution is not a delay.
    const seconds = (ns: number) => (ns > 0 ? Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000) : 0);
    const values = [
      { labels: { quantile: '0.5' }, value: seconds(delays.percentile(50)) },
      { labels: { quantile: '0.99' }, value: seconds(delays.percentile(99)) },
      { labels: { quantile: '1' }, value: delays.count === 0 ? 0 : seconds(delays.max) },
    ];
    delays.reset();
    return values;
  });
  return {
    ...instruments,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    close: () => {
      delays.disable();
      registry.clear();
    },
  };
}
