import { noTracer, type Tracer } from './tracer.js';

/** Where spans go, and which. */
export interface TracingOptions {
  /** Such as `sluice-api`. */
  serviceName: string;
  /** Tells processes of one service apart. */
  instanceId: string;
  /** The collector's base address, such as `http://127.0.0.1:4318`; undefined: nothing is traced. */
  endpoint: string | undefined;
  /** Share of the traces begun here that are kept, 0 to 1; those begun elsewhere say for themselves. */
  sampleShare: number;
}

/** The tracing of a process. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what is left, for at most two seconds; never throws. */
  close(): Promise<void>;
}

/** Starts tracing when it is configured. Without an endpoint nothing of OpenTelemetry is loaded. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const { endpoint } = options;
  if (endpoint === undefined) return { tracer: noTracer, close: () => Promise.resolve() };
  const { startOtlpTracing } = await import('./otlp.js');
  return startOtlpTracing({ ...options, endpoint });
}
