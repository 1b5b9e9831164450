export { catalogue, type MetricDefinition, type MetricName, type Process } from './catalogue.js';
export { metricsTable } from './catalogue-page.js';
export { describeError, type DescribedError } from './describe-error.js';
export { type GaugeValue, type Instruments } from './instruments.js';
export { createProcessLogger } from './logger.js';
export { createMetrics, type Metrics } from './metrics.js';
export { serveMetrics, type MetricsServer, type MetricsServerOptions } from './metrics-server.js';
export { createSweepCounters, type SweepCounts } from './sweeps.js';
export {
  noTracer,
  type Span,
  type SpanAttributes,
  type SpanRole,
  type SpanStart,
  type Tracer,
  type Tracing,
  type TracingOptions,
} from './tracer.js';
export { openTracing } from './tracing.js';
