import { noTracer, type Tracing, type TracingOptions } from './tracer.js';

/** Starts tracing if it is configured. Without an endpoint, no OpenTelemetry module is loaded. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { endpoint } = options;
  if (endpoint === undefined) return { tracer: noTracer, close: () => Promise.resolve() };
  const { startOtlpTracing } = await import('./otlp.js');
  return startOtlpTracing({ ...options, endpoint });
}
