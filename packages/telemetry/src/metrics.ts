import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createInstruments, type Instruments } from './instruments.js';

/** The metrics of one process, in a registry of its own. */
export interface Metrics extends Instruments {
  /** Of {@link Metrics.text}. */
  readonly contentType: string;
  /** All values now, in Prometheus' text format. */
  text(): Promise<string>;
  close(): void;
}

const resolutionMs = 10;

/** Starts a registry with the metrics of Node's own process and the event loop's delay. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  instruments.gauge('sluice_event_loop_delay_seconds', () => {
    // The timer itself takes the resolution, which is no delay.
    const seconds = (ns: number) => (ns > 0 ? Math.max(0, ns / 1e9 - resolutionMs / 1000) : 0);
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
